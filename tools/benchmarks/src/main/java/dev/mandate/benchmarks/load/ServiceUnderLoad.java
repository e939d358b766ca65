package dev.mandate.benchmarks.load;

import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.Engines;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;

/** All that serves tenants but HTTP, on one chain in memory, with one 2-of-3 account of one tenant. */
record ServiceUnderLoad(InMemoryJournal journal, Engines services, Address account) {

    static final Network NETWORK = Network.MAINNET;

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final BaseUnits WEALTH = BaseUnits.of(1_000_000_000_000L);

    static final ServerClock CLOCK = () -> NOW;
    static final Tenant TENANT = new Tenant("load");
    static final Caller CALLER = new Caller(TENANT, new ApiKeyId("key_0000000000000001"), HashSet.of(Scope.values()));

    /** Of whom the first pays, and the first two sign. */
    static final Array<Address> PEOPLE =
            Array.of("alice", "bob", "carol").map(name -> TestKey.of(name).address());

    /** One whose operator can pay. */
    static ServiceUnderLoad open() {
        SimulatedChain chain = new SimulatedChain(NOW);
        TestOperatorKey operator = new TestOperatorKey("operator");
        chain.fund(operator.feePayer(), WEALTH);
        InMemoryJournal journal = new InMemoryJournal();
        Engines services = Engines.builder()
                .journal(journal)
                .clock(CLOCK)
                .formats(Solana.SQUADS_V4)
                .network(NETWORK, chain, operator)
                .allowance(new CreationAllowance(WEALTH, 1))
                .settings(EngineSettings.DEFAULT.withWaits(WaitPolicy.NONE))
                .build();
        Command.CreateAccount terms = new Command.CreateAccount(
                PEOPLE.map(person -> new Signer(person, Permissions.ALL)),
                new Threshold(2),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.none());
        Address account = services.service(NETWORK, CALLER.tenant())
                .get()
                .create(CALLER.keyLine(), new CreationOrder(terms), new Retry.Unnamed())
                .get()
                .account()
                .address();
        PEOPLE.append(account).forEach(funded -> chain.fund(funded, WEALTH));
        return new ServiceUnderLoad(journal, services, account);
    }

    /** A SOL transfer out of {@link #account}, in the bytes that a client would send. */
    Bytes transfer() {
        Message message = new Message(
                MessageVersion.LEGACY,
                account,
                new Blockhash(Bytes32.ZERO),
                Array.of(SystemProgram.transfer(account, PEOPLE.get(2), BaseUnits.of(1_000_000))),
                Array.empty());
        return new SolanaFormat().compile(message).get().transaction();
    }
}
