package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.engine.watch.AccountWatcher.Followed;
import dev.mandate.engine.watch.WatchEvent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What several nodes show of watched accounts, and what a round costs. */
class WatchedOnNodesTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Tenant TENANT = new Tenant("shop");
    private static final int MANY = 2_000;
    private static final int ROUNDS = 5;
    /** After the discriminator, the create key and the admin. */
    private static final int THRESHOLD_OFFSET = 72;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final AccountRef ref = fixture.custody.account(account).get().ref();
    private UnixTime now = EngineFixture.START;
    private final InMemoryJournal journal = new InMemoryJournal();
    private final SolanaTestNode liar = SolanaTestNode.httpOnly(fixture.chain());
    private final SolanaTestNode honest = SolanaTestNode.httpOnly(fixture.chain());
    private final SolanaTestNode honestToo = SolanaTestNode.httpOnly(fixture.chain());

    @AfterEach
    void close() {
        liar.close();
        honest.close();
        honestToo.close();
    }

    private AccountWatcher over(SolanaTestNode... nodes) {
        return over(rpc(nodes), Array.of(ref));
    }

    private static RpcChain rpc(SolanaTestNode... nodes) {
        return new RpcChain(new RpcSettings(
                Network.DEVNET,
                Array.of(nodes).map(SolanaTestNode::providerUrl),
                Math.min(nodes.length, 2),
                Duration.ofSeconds(10),
                3,
                5,
                Duration.ofSeconds(10),
                Clock.systemUTC(),
                wait -> Pause.Outcome.RESTED,
                RandomGenerator.of("L64X128MixRandom")));
    }

    private AccountWatcher over(Chain chain, Array<AccountRef> accounts) {
        return new AccountWatcher(
                journal,
                () -> now,
                Network.DEVNET,
                chain,
                Solana.SQUADS_V4,
                () -> accounts.map(one -> new Followed(TENANT, one)));
    }

    /** The balance of the account is shown as more than it is. */
    private JsonNode withMoreLamports(JsonNode answer) {
        String lamports = "\"lamports\":" + fixture.ledger.lamports(account);
        return JSON.readTree(JSON.writeValueAsString(answer).replace(lamports, lamports + "0"));
    }

    private JsonNode withAnotherThreshold(JsonNode answer) {
        byte[] data = fixture.ledger.account(ref.settings().address()).get().data().toArray();
        String shown = Base64.getEncoder().encodeToString(data);
        data[THRESHOLD_OFFSET]++;
        return JSON.readTree(JSON.writeValueAsString(answer).replace(shown, Base64.getEncoder().encodeToString(data)));
    }

    private Array<String> told() {
        return Array.ofAll(journal.events(0, Journal.MAX_PAGE).items())
                .flatMap(AccountWatcher::event)
                .map(event -> event.getClass().getSimpleName())
                .removeAll("Began")
                .removeAll("Reached");
    }

    @Test
    void whatOneOfTwoNodesShowsIsNotTold() {
        AccountWatcher watcher = over(liar, honest);
        assertEquals(Option.none(), watcher.round(() -> true));
        liar.answering(this::withAnotherThreshold);

        assertEquals(Option.none(), watcher.round(() -> true), "it looks at the honest one");
        assertEquals(Option.some(new ChainFault.NodesDisagree()), watcher.round(() -> true));
        assertEquals(Option.some(new ChainFault.NodesDisagree()), watcher.round(() -> true));
        liar.answering(this::withMoreLamports);
        assertEquals(Option.none(), watcher.round(() -> true));
        assertEquals(Option.none(), watcher.round(() -> true));

        assertEquals(Array.empty(), told());
    }

    @Test
    void whatTwoOfThreeNodesShowIsToldOnce() {
        AccountWatcher watcher = over(liar, honest, honestToo);
        assertEquals(Option.none(), watcher.round(() -> true));
        liar.answering(this::withMoreLamports);
        assertEquals(Option.none(), watcher.round(() -> true));
        assertEquals(Array.empty(), told());

        fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(5)));
        for (int rounds = 0; rounds < 4; rounds++) {
            now = now.plusSeconds(61);
            assertEquals(Option.none(), watcher.round(() -> true), "nodes do not agree on balances, so it may take a minute");
        }

        assertEquals(Array.of("Transferred", "Finalized"), told());
    }

    @Test
    void aTransferIsNotFinalSinceOneNodeSaysSo() {
        AccountWatcher watcher = over(liar, honest, honestToo);
        assertEquals(Option.none(), watcher.round(() -> true));
        fixture.chain().delayFinality();
        liar.answering(answer -> JSON.readTree(JSON.writeValueAsString(answer).replace("\"confirmed\"", "\"finalized\"")));
        fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(5)));

        assertEquals(Option.none(), watcher.round(() -> true));

        assertEquals(Array.of("Transferred"), told());
    }

    @Tag("full")
    @Test
    void aRoundIsOneLookAtAllAccountsIfNothingChanged() {
        Array<AccountRef> accounts = Array.range(0, MANY).map(this::copied);
        AlteredChain counted = new AlteredChain(fixture.chain(), "none", arguments -> Option.none());
        AccountWatcher watcher = over(counted.chain(), accounts);
        for (int round = 0; round < MANY / AccountWatcher.BEGINNINGS_PER_ROUND; round++) {
            assertEquals(Option.none(), watcher.round(() -> true));
        }
        AlteredChain later = new AlteredChain(fixture.chain(), "none", arguments -> Option.none());
        AccountWatcher next = over(later.chain(), accounts);

        assertEquals(Option.none(), next.round(() -> true));
        assertEquals(Option.none(), next.round(() -> true));

        assertEquals(2, later.calls("glance"), "one call for 100 of 4,000 addresses, as RpcChain makes them");
        assertEquals(0, later.calls("accounts") + later.calls("history") + later.calls("landed") + later.calls("statuses"));
        assertEquals(Array.empty(), told());
    }

    /** Its figure is in docs/architecture.md. */
    @Tag("full")
    @Test
    void aRoundOfTwoThousandAccountsTakesFortyCallsToANode() {
        Array<AccountRef> accounts = Array.range(0, MANY).map(this::copied);
        AccountWatcher beginning = over(fixture.chain(), accounts);
        for (int round = 0; round < MANY / AccountWatcher.BEGINNINGS_PER_ROUND; round++) {
            assertEquals(Option.none(), beginning.round(() -> true));
        }
        AccountWatcher watcher = over(rpc(honest), accounts);
        assertEquals(Option.none(), watcher.round(() -> true));
        int before = honest.asked().length();
        long began = System.nanoTime();

        for (int round = 0; round < ROUNDS; round++) {
            assertEquals(Option.none(), watcher.round(() -> true));
        }

        System.out.printf("a round of %d accounts: %d ms%n", MANY, (System.nanoTime() - began) / 1_000_000 / ROUNDS);
        assertEquals(Array.fill(ROUNDS * 2 * MANY / 100, () -> "getMultipleAccounts"), honest.asked().drop(before));
    }

    /** The account with another create key. */
    private AccountRef copied(int number) {
        Address createKey = TestKey.of("copy " + number).address();
        AccountRef copy = SquadsV4Program.PUBLIC.locate(createKey);
        AccountData data = fixture.ledger.account(ref.settings().address()).get();
        MultisigAccount settings = MultisigAccount.decode(data.data()).get();
        fixture.ledger.put(
                copy.settings().address(),
                data.owner(),
                new MultisigAccount(
                                createKey,
                                settings.configAuthority(),
                                settings.threshold(),
                                settings.timeLock(),
                                settings.transactionIndex(),
                                settings.staleTransactionIndex(),
                                settings.rentCollector(),
                                new SquadsAddresses(SquadsV4.PROGRAM).multisig(createKey).bump(),
                                settings.members())
                        .content());
        return copy;
    }
}
