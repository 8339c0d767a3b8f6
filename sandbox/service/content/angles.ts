import type { Objective } from '#sandbox/service/schemas.ts';

/** Thirty angles on one brief: one per post of the longest campaign. */
export const angles: string[] = [
  'Something is coming, and it has kept us up at night in the best way: {it}.',
  'Why {it}, and why now? Because so many of you asked, and the time is right.',
  'Behind the scenes today: this is what {it} looks like before anybody tidies up.',
  'A question for you: what comes to mind first when you think of {it}?',
  'In the words of someone who tried it early: "I did not expect to like it this much." That was about {it}.',
  'One tip that changes how you see {it}: take your time with the first minute.',
  'Meet the people who make {it} possible. They prefer not to be in pictures, so here are their hands.',
  'Myth or fact? We collected what people believe about {it}, and half of it is wrong.',
  'Five small details in {it} that you only notice when someone points at them.',
  'It is here: {it}. No more hints.',
  'Halfway through, and this is what we have learned from {it} so far.',
  'Before and after: one week with {it}.',
  'You asked us about {it}, and we answer the three questions that came up most.',
  'The story behind {it} begins in a kitchen, with a pencil and a very bad drawing.',
  'What we decided to leave out of {it}, and why we do not regret it.',
  'A day with {it}, from the first hour to the last.',
  'The number that surprised us most about {it} is smaller than you would think.',
  'If you only remember one thing about {it}, let it be this.',
  'Who is {it} for? Longer answer below. Short answer: you.',
  'Three ways to enjoy {it} that we had not thought of ourselves. All of them are yours.',
  'What could go wrong? We asked ourselves that about {it}, and wrote down the answers.',
  'Thank you. The first reactions to {it} are in, and we read every one of them.',
  'For the curious: how {it} came about, in four sentences.',
  'A quiet Sunday thought about {it}.',
  'Try it like this: {it}, a free hour, and somebody whose company you enjoy.',
  'Then and now: how {it} changed between the first sketch and today.',
  'Our favourite comment of the week is about {it}, and it made the whole team laugh.',
  'Only a few days left, so let us talk about {it} once more.',
  'Last call! After this we will stop talking about {it}. For a while.',
  'That was {it}. Here is what comes next.',
];

/** Calls to action, by the campaign's objective. */
export const objectiveClosers: Record<Objective, string[]> = {
  awareness: [
    'Follow {brand} so that you do not miss the next part.',
    'Know somebody who should see this? Send it on.',
    'Tell us where you first heard about us.',
    'There is more of this in our profile.',
  ],
  leads: [
    'Leave your address through the link in our profile, and we will get back to you within a day.',
    'Send us a message with the word "yes" and we will take it from there.',
    'Book a free first conversation: the link is in our profile.',
    'Would you like the details? Write to us, and you will have them today.',
  ],
  launch: [
    'Available from today. The link is in our profile.',
    'Be among the first: we open the doors this week.',
    'It starts now. Are you coming along?',
    'Set a reminder, and tell one friend.',
  ],
  offer: [
    'The offer holds until Sunday, while there is any left.',
    'Mention this post and the second one is on us.',
    'This week only: see our profile for how to get it.',
    'First come, first served. We mean it kindly.',
  ],
  education: [
    'Save this for later and ask us anything in the comments.',
    'What should we explain next?',
    'Part of a small series: follow us for the other parts.',
    'Send this to someone who is just beginning.',
  ],
  event: [
    'Save your place through the link in our profile.',
    'Mark the date, and bring somebody along.',
    'Doors open early, and the best seats go first.',
    'Will we see you there? Tell us below.',
  ],
};
