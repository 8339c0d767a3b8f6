import type { Tone } from '#sandbox/service/schemas.ts';

/** Caption lines in one tone. `{it}` is the subject, `{brand}` the brand. */
type Voice = { openers: string[]; lines: string[]; closers: string[] };

/** Lines that fit any tone and any subject, in any order. */
export const sharedLines: string[] = [
  'It began with a question that one of you asked us in spring, and that nobody here could stop thinking about.',
  'Behind it stand a small team, a long list of drafts, and more late conversations than we care to count.',
  'We left out everything that does not help, because the best part of any good thing is what it does not ask of you.',
  'Nothing about it was rushed: we tried it ourselves for weeks before we said a word.',
  'If you have been with us for a while, you will recognise the care in the details. If you are new, start right here.',
  'The details are the kind that you notice on the second day, and miss once they are gone.',
  'It is a small step on paper, and a big one for how we work every day.',
  'Some things get better when more people have a say in them, and this is one of those.',
];

export const voices: Record<Tone, Voice> = {
  professional: {
    openers: [
      'We are pleased to present {it}.',
      'An update from {brand}: {it}.',
      'Today we are sharing {it}.',
      '{brand} is proud to bring you {it}.',
    ],
    lines: [
      'The aim was clear from the start: a result that people can rely on, explained in plain words.',
      'Over the past months we have listened to customers and partners, and their remarks shaped every decision.',
      'Quality is rarely one big idea. More often it is a hundred small checks that nobody sees.',
      'We measured before and after, kept what worked and let the rest go.',
      'Our team will gladly answer questions in person, in writing, or right here in the comments.',
      'What stays the same is our promise: clear information, fair terms, and someone who picks up the phone.',
      'We will report openly on how it goes, including what we would do differently.',
    ],
    closers: [
      'Read more through the link in our profile, or write to us directly.',
      'Would you like to know more? Our team is happy to help.',
      'We look forward to hearing what you think.',
      'Get in touch, and we will take it from there.',
    ],
  },
  friendly: {
    openers: [
      'Say hello to {it}! 👋',
      'We have been looking forward to telling you about {it}.',
      'Guess what we get to share today: {it}!',
      'A little good news for your day: {it}. ☀️',
      'You asked, we listened. Here comes {it}.',
    ],
    lines: [
      'Come as you are, bring a friend, and stay as long as you like.',
      'We tried it on ourselves first, of course. Twice. For science.',
      'It is made for ordinary days, the ones that could do with something nice in the middle.',
      'There is a lot of heart in it, and just enough stubbornness to get it right.',
      'If it makes you smile even once this week, it has done its job.',
      'Half of the team already has a favourite part. The other half is still arguing.',
      'Tell us how you like it. We read every comment, even the ones at three in the morning.',
    ],
    closers: [
      'Who would you share this with? Tag them below. 💛',
      'Drop by and see for yourself. We would love to see you!',
      'Tell us in the comments: are you in?',
      'See you soon? We will keep a place for you.',
    ],
  },
  educational: {
    openers: [
      'Let us take a closer look at {it}.',
      'What should you know about {it}? A short guide.',
      'A question that we hear often is about {it}. Here is the answer in plain words.',
      'Three minutes on {it}, and why it matters.',
    ],
    lines: [
      'First, the basics: most of the difference is made before anybody sees a result, in how the work is prepared.',
      'A common misunderstanding is that more is better. In practice, the right amount at the right moment wins.',
      'Try this: change one thing at a time and write down what happened. You will learn more in a week than from any list.',
      'It helps to know where things come from. Ask, and be wary of anyone who cannot tell you.',
      'Experts disagree on the details, but on one point they agree: regular beats perfect.',
      'A rule of thumb to remember: begin small, repeat often, and rest before you need to.',
      'The reason is simple. What we understand, we use better, and what we use better lasts longer.',
    ],
    closers: [
      'Save this post for later, and ask us whatever is still unclear.',
      'What would you like us to explain next?',
      'Did you know this already? Tell us what surprised you.',
      'Share it with someone who has just begun.',
    ],
  },
  bold: {
    openers: [
      '{It}. Yes, really.',
      'Forget what you know. This is {it}.',
      'No small talk. Just {it}.',
      'We could have played it safe. Instead: {it}.',
    ],
    lines: [
      'Good enough was never the plan.',
      'Everybody told us to wait. We did the opposite, and we would do it again.',
      'No fine print, no detours, no excuses: what you see is exactly what you get.',
      'If it feels like a bit much at first, good. That is how new things feel.',
      'Others will copy it by next year. You can have it now.',
      'We broke it four times so that you will not have to.',
      'Made for people who would rather try than talk about trying.',
    ],
    closers: [
      'Your move.',
      'In or out? Tell us below. 🔥',
      'Do not think about it for too long.',
      'Be early. It is more fun.',
    ],
  },
  founder_led: {
    openers: [
      'I want to tell you about {it}, and why it means so much to me.',
      'When I started {brand}, I would not have dared to imagine {it}.',
      'A personal note today, about {it}.',
      'For a long time {it} was only a line in my notebook.',
    ],
    lines: [
      'I still remember the first version. It was not good. But somebody came back for it the next day, and that was enough.',
      'The hardest part was not the work. It was saying no to everything that was nearly right.',
      'My team has carried this further than I ever could have alone, and they deserve every bit of the applause.',
      'I made two expensive mistakes on the way, and I would not give either of them back.',
      'People sometimes ask me when it is finished. Honestly? I hope never.',
      'If you have supported us from the beginning: you are the reason that I get to write this.',
      'What I have learned is simple: listen longer than is comfortable, then decide quickly.',
    ],
    closers: [
      'Thank you for being part of it. I read every reply myself.',
      'I would love to know what you think. My inbox is open.',
      'If this speaks to you, come and say hello.',
      'More soon, and thank you for your trust.',
    ],
  },
};
