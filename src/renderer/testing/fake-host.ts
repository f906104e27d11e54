import {
  type Bridge,
  type ChannelName,
  contract,
  type EventName,
  type EventOf,
  type HostEvent,
  type InputOf,
  type OutputOf,
  type ParsedInputOf,
} from '../../shared/contract/index.ts';
import { type Settings, type SettingsChange, settingsSchema } from '../../shared/contract/settings.ts';
import { watchHoldsForMs } from '../../shared/market/market.ts';
import { withChange } from '../../shared/settings/settings.ts';
import { fail, type Result, succeed } from '../../shared/values/result.ts';

/** What the host of a test answers, by channel. Input and output are those of the contract. */
export type Answers = {
  [Name in ChannelName]?: (input: ParsedInputOf<Name>) => Result<OutputOf<Name>> | Promise<Result<OutputOf<Name>>>;
};

/**
 * The host of a component test. It keeps settings, and answers other calls as the test says. Inputs and outputs are validated by the
 * contract.
 */
export class FakeHost implements Omit<Bridge, 'cancel'> {
  settings: Settings;
  /** Calls that broke the contract, or that the test does not answer. */
  readonly faults: string[] = [];
  readonly #answers: Answers;
  readonly #calls: { channel: string; input: unknown }[] = [];
  readonly #listeners = new Set<(event: HostEvent) => void>();

  constructor(settings: SettingsChange = {}, answers: Answers = {}) {
    this.settings = settingsSchema.parse(settings);
    this.#answers = {
      readSettings: () => succeed(this.settings),
      changeSettings: (change) => {
        this.settings = settingsSchema.parse(withChange(this.settings, change));
        return succeed(this.settings);
      },
      // A page goes on to say what it shows after the test that showed it.
      watchMarket: () => succeed({ holdsForMs: watchHoldsForMs }),
      ...answers,
    };
  }

  /** Inputs of the calls of a channel, the oldest first. */
  callsOf<Name extends ChannelName>(channel: Name): InputOf<Name>[] {
    return this.#calls.filter((call) => call.channel === channel).map(({ input }) => input as InputOf<Name>);
  }

  send<Name extends EventName>(name: Name, data: EventOf<Name>): void {
    for (const listener of this.#listeners) listener({ name, data } as HostEvent);
  }

  async call(channel: string, input: unknown): Promise<Result<unknown>> {
    this.#calls.push({ channel, input });
    try {
      return await this.#answer(channel as ChannelName, input);
    } catch (error) {
      const message = `${channel}: ${error instanceof Error ? error.message : error}`;
      this.faults.push(message);
      return fail('internal', message);
    }
  }

  subscribe(listener: (event: HostEvent) => void, onListening?: () => void): () => void {
    this.#listeners.add(listener);
    onListening?.();
    return () => this.#listeners.delete(listener);
  }

  async #answer(channel: ChannelName, input: unknown): Promise<Result<unknown>> {
    const answer = this.#answers[channel] as
      | ((input: unknown) => Result<unknown> | Promise<Result<unknown>>)
      | undefined;
    if (!answer) throw new Error('the test does not answer this call');
    const result = await answer(contract[channel].input.parse(input));
    return result.ok ? succeed(contract[channel].output.parse(result.data)) : result;
  }
}
