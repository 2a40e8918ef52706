import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';

type TabEntry = { readonly id: string; readonly label: ReactNode; readonly panel: ReactNode };

type TabsProps = {
  readonly label: string;
  readonly tabs: readonly TabEntry[];
  readonly selected?: string;
  readonly onSelected?: (id: string) => void;
};

export function Tabs({ label, tabs, selected, onSelected }: TabsProps) {
  return (
    <AriaTabs
      {...(selected === undefined ? {} : { selectedKey: selected })}
      onSelectionChange={(key) => onSelected?.(String(key))}
    >
      <TabList aria-label={label} className="mb-5 flex gap-1 overflow-x-auto border-b border-line print:hidden">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="-mb-px flex min-h-10 cursor-pointer items-center border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-ink-soft -outline-offset-2 data-hovered:text-ink data-selected:border-primary data-selected:text-ink"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="outline-none">
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
