import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DoughnutChart } from './DoughnutChart.tsx';

/** The shares beside 'Active' and 'Pending', as the legend says them. */
function sharesOf(active: number, pending: number): readonly string[] {
  const drawn = renderToStaticMarkup(
    <DoughnutChart
      label="Organizations by status"
      head={['Status', 'Organizations']}
      slices={[
        { label: 'Active', value: active },
        { label: 'Pending', value: pending },
      ]}
      unit="organizations"
      emptyText=""
    />,
  );
  return [...drawn.matchAll(/>((?:&[lg]t;)?\d+%)</g)].map(([, share = '']) =>
    share.replace(/&lt;/, '<').replace(/&gt;/, '>'),
  );
}

test('a part reads as all or as nothing only where it is', () => {
  expect(sharesOf(60, 40)).toEqual(['60%', '40%']);
  expect(sharesOf(5, 0)).toEqual(['100%', '0%']);
  expect(sharesOf(300, 1)).toEqual(['>99%', '<1%']);
  expect(sharesOf(1, 9_999)).toEqual(['<1%', '>99%']);
});
