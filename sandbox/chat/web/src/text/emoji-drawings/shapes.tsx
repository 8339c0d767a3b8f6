/** The colours and the pen of the emoji drawings, on a field of 20 × 20. */
export const ink = '#3b4452';
export const paper = '#f4f6f8';
export const green = '#3f9b62';
export const red = '#d1493a';
export const amber = '#e9a63a';
export const blue = '#4a80c4';
export const violet = '#8a6fc1';

export const line = (d: string, color = ink, width = 1.8) => (
  <path d={d} fill="none" stroke={color} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />
);

export const disc = (fill: string) => <circle cx="10" cy="10" r="7.5" fill={fill} />;
