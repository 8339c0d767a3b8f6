/** The page's icons, in the color of the text. */
const paths = {
  menu: 'M4 6h12M4 10h12M4 14h12',
  close: 'm5.5 5.5 9 9m0-9-9 9',
  chevron: 'm5.5 8 4.5 4.5L14.5 8',
  down: 'M10 3.5v13M4.5 11l5.5 5.5 5.5-5.5',
  hash: 'M7.5 3.5 6 16.5m8-13-1.5 13M3.5 7.5h13M3 12.5h13',
  lock: 'M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9M5 9h10v7.5H5Z',
  reply: 'M3.5 5.5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9L5.5 17v-3.5a2 2 0 0 1-2-2Z',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  moreUpright: 'M10 4.5v.01M10 10v.01M10 15.5v.01',
  send: 'M3.5 10 16.5 4l-4 12.5-3-4.8Zm6 1.7L16.5 4',
  bolt: 'M11 2.5 4.5 11.5h4.5l-.5 6 6.5-9h-4.5Z',
  home: 'M3.5 9.5 10 3.5l6.5 6v7h-4.5v-4h-4v4H3.5Z',
  file: 'M5.5 2.5h6l3.5 3.5v11.5h-9.5ZM11.5 2.5V6H15',
  attach: 'm14.5 9.2-5 5a3 3 0 0 1-4.3-4.3l6-6a2 2 0 0 1 2.9 2.9l-5.6 5.6a1 1 0 0 1-1.4-1.4l4.9-4.9',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Zm8 2.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  image: 'M3 4h14v12H3Zm0 9.5 4-4 3.5 3.5 2.5-2.5 4 4M13.5 7.5h.01',
  archive: 'M3 4h14v3.5H3Zm1.2 3.5V16h11.6V7.5M8 10.5h4',
  external: 'M11.5 3.5h5v5m0-5-7 7M8.5 5h-5v11.5h11.5v-5',
};

export type IconName = keyof typeof paths;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={name.startsWith('more') ? 2.6 : 1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** A printer's registration mark, as the workspace's icon. */
export function WorkspaceMark() {
  return (
    <svg className="workspace-mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="7" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="1.6">
        <circle cx="12" cy="12" r="4.3" />
        <path d="M12 4.5v15M4.5 12h15" strokeLinecap="round" />
      </g>
    </svg>
  );
}
