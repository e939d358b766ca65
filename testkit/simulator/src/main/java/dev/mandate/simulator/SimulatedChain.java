package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.chain.LedgerProbe;
import dev.mandate.simulator.chain.Receipt;
import dev.mandate.simulator.runtime.Moment;
import dev.mandate.simulator.runtime.NetworkParameters;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A chain in memory with the programs of {@link Genesis}, and those that it is given.
 *
 * <p>It accepts the bytes of real transactions and answers like a node. {@link #send} runs the preflight; a transaction that
 * would fail is refused without effect. An accepted transaction has landed and is final at once. Nothing changes between two
 * calls. The chain keeps the last 10,000 transactions with their details, and the status of all.
 *
 * <p>Thread-safe. Reads and simulations run in parallel; they wait only for a writer.
 */
public final class SimulatedChain implements Chain, ChainControl, LedgerProbe {

    private static final long FIRST_SLOT = 1_000;
    private static final int PRICED_BLOCKS = 150;

    private static final SignatureCheck SIGNATURES = new StrictEd25519();

    private final Predicate<WireTransaction> signatureCheck;
    private final java.util.Map<Address, Program> programs;
    private final Ledger ledger = new Ledger();
    private final java.util.Map<Signature, SignatureStatus> processed = new java.util.HashMap<>();

    /**
     * A message runs once, whichever signatures it has: a key can sign a message in several valid ways. Kept as long as its
     * blockhash may be valid.
     */
    private final java.util.LinkedHashMap<Bytes, Long> processedMessages = new java.util.LinkedHashMap<>();
    private final LandedHistory past = new LandedHistory();
    private final java.util.ArrayDeque<BaseUnits> unitPrices = new java.util.ArrayDeque<>();
    private final NetworkParameters network;
    private final Blockhashes blockhashes;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private long slot = FIRST_SLOT;
    private UnixTime time;
    /** What was final when finality began to be delayed. */
    private Option<Savepoint> lastFinal = Option.none();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Timekeeping timekeeping = Timekeeping.REAL;
    private volatile Option<Network> simulated = Option.none();

    /**
     * Creates a chain that holds only the accounts that its programs need.
     *
     * @param start the initial time of its clock
     */
    public SimulatedChain(UnixTime start) {
        this(start, NetworkParameters.DEFAULT);
    }

    /** Creates the same with fees, rent and times of its own. */
    public SimulatedChain(UnixTime start, NetworkParameters network) {
        this(start, network, Array.empty());
    }

    /** Creates the same with further programs; one at an address of the chain's own takes its place. */
    public SimulatedChain(UnixTime start, NetworkParameters network, Seq<Program> further) {
        this(start, network, further, SimulatedChain::isFullySigned);
    }

    private SimulatedChain(
            UnixTime start, NetworkParameters network, Seq<Program> further, Predicate<WireTransaction> signatureCheck) {
        this.network = network;
        this.blockhashes = new Blockhashes(network.blockhashLifeBlocks());
        this.signatureCheck = signatureCheck;
        this.programs = Genesis.programs(further);
        this.time = start;
        Genesis.accounts(programs, network).forEach(ledger::put);
        blockhashes.next(slot);
    }

    private record Savepoint(long slot, UnixTime time, java.util.Map<Address, AccountData> accounts) {}

    /** Creates a chain that accepts any signature, for tests that do not concern signatures. */
    public static SimulatedChain trustingSignatures(UnixTime start) {
        return new SimulatedChain(start, NetworkParameters.DEFAULT, Array.empty(), transaction -> true);
    }

    /** From now on it simulates this network alone, so that no engine of another one is built over it. Until then it stands for any. */
    public SimulatedChain of(Network network) {
        simulated = Option.some(network);
        return this;
    }

    @Override
    public Option<Network> network() {
        return simulated;
    }

    /** From now on its time is nobody else's: limits that an engine keeps go by it alone. Until then they also go by the server's clock. */
    public SimulatedChain keepingItsOwnTime() {
        timekeeping = Timekeeping.SIMULATED;
        return this;
    }

    @Override
    public Timekeeping timekeeping() {
        return timekeeping;
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries) {
        return reading(() -> Either.right(read(queries)));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> finalizedAccounts(Seq<AccountQuery> queries) {
        return reading(() -> Either.right(lastFinal
                .map(last -> AccountsSnapshot.of(last.slot(), last.time(), queries, HashMap.ofAll(last.accounts())
                        .filterKeys(address -> queries.exists(query -> query.address().equals(address)))))
                .getOrElse(() -> read(queries))));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> ownedAccounts(Address owner, Seq<DataMatch> matches) {
        return reading(() -> {
            Map<Address, AccountData> found = ledger.owned(owner, matches);
            return Either.right(read(found.keySet().toArray().map(address -> AccountQuery.ownedBy(address, owner)), found));
        });
    }

    @Override
    public Either<ChainFault, LatestBlockhash> latestBlockhash() {
        return reading(() ->
                Either.right(new LatestBlockhash(
                        blockhashes.latest(), slot, slot + network.blockhashLifeBlocks(), slot - 1)));
    }

    @Override
    public Either<ChainFault, BlockhashStatus> blockhashStatus(Blockhash blockhash) {
        return reading(() -> Either.right(
                blockhashes.isAlive(blockhash, slot) ? BlockhashStatus.VALID : BlockhashStatus.UNKNOWN));
    }

    @Override
    public Either<ChainFault, Long> blockHeight() {
        return reading(() -> Either.right(slot));
    }

    @Override
    public Either<ChainFault, BaseUnits> rentExemptMinimum(int dataLength) {
        return Either.right(BaseUnits.of(network.exemptMinimum(dataLength)));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> fees(Seq<Bytes> messages) {
        return Either.sequenceRight(messages.map(this::fee)).map(Seq::toArray);
    }

    private Either<ChainFault, BaseUnits> fee(Bytes message) {
        return CompiledMessage.parse(message)
                .<ChainFault>mapLeft(SimulatedChain::malformed)
                .flatMap(parsed -> reading(() -> lifetimeFailure(parsed).isDefined()
                        ? Either.left(new ChainFault.BadAnswer("no fee: the message's blockhash is not known"))
                        : RequestedBudget.of(parsed)
                                .<ChainFault>mapLeft(SimulatedChain::malformed)
                                .map(budget -> BaseUnits.ofUnsignedBits(budget.fee(parsed.header().requiredSignatures(), network)))));
    }

    /** Each block has one transaction, whose price is the least of the block. */
    @Override
    public Either<ChainFault, Array<BaseUnits>> recentUnitPrices(Seq<Address> writable) {
        return reading(() -> Either.right(Array.ofAll(unitPrices)));
    }

    @Override
    public Either<ChainFault, Simulation> simulate(Bytes transaction) {
        return WireTransaction.parse(transaction)
                .<ChainFault>mapLeft(SimulatedChain::malformed)
                .map(parsed -> reading(() -> preflight(parsed)))
                .map(execution -> new Simulation(
                        execution.failure(), execution.computeUnits(), Option.some(execution.loadedBytes()), execution.logs()));
    }

    @Override
    public Either<ChainFault, SendOutcome> send(Bytes transaction) {
        return WireTransaction.parse(transaction)
                .<ChainFault>mapLeft(SimulatedChain::malformed)
                .map(this::send);
    }

    @Override
    public Either<ChainFault, Step> sendAndRead(Bytes transaction, Seq<Address> addresses) {
        return WireTransaction.parse(transaction)
                .<ChainFault>mapLeft(SimulatedChain::malformed)
                .map(parsed -> writing(() -> new Step(send(parsed), read(AccountQuery.ofAnyOwner(addresses)))));
    }

    /**
     * Sends without preflight. A transaction that fails lands, pays its fee, advances its nonce, and has the status failed in
     * {@link #statuses}. A transaction that cannot pay its fee or has expired is accepted and never lands.
     *
     * @return accepted, unless a signature is wrong
     */
    public Either<ChainFault, SendOutcome> sendWithoutPreflight(Bytes transaction) {
        return WireTransaction.parse(transaction)
                .<ChainFault>mapLeft(SimulatedChain::malformed)
                .map(parsed -> {
                    if (!signatureCheck.test(parsed)) {
                        return refused("SignatureFailure");
                    }
                    return writing(() -> {
                        Execution execution = preflight(parsed);
                        if (execution.lands()) {
                            land(parsed, execution);
                        }
                        return new SendOutcome.Accepted(parsed.signatures().get(0));
                    });
                });
    }

    @Override
    public Either<ChainFault, Seq<Option<SignatureStatus>>> statuses(Seq<Signature> signatures) {
        return reading(() ->
                Either.right(Array.ofAll(signatures).map(signature -> Option.of(processed.get(signature)).map(this::withFinality))));
    }

    private SignatureStatus withFinality(SignatureStatus status) {
        return lastFinal.exists(savepoint -> status.slot() >= savepoint.slot())
                ? new SignatureStatus(status.slot(), Finality.CONFIRMED, status.failure())
                : status;
    }

    @Override
    public Either<ChainFault, Option<Seq<LandedSignature>>> history(
            Address address, Option<Signature> before, int limit) {
        return reading(() -> Either.right(past.of(address, before, limit)));
    }

    @Override
    public Either<ChainFault, Option<LandedTransaction>> landed(Signature signature) {
        return reading(() -> Either.right(past.find(signature)));
    }

    /** Returns what landed in slot {@code first} and later, newest first. */
    public Seq<LandedSignature> landedSince(long first) {
        return reading(() -> past.since(first));
    }

    /** Returns the accounts at {@code addresses} as {@code transaction} would leave them; as they are if it would fail. */
    public Either<ChainFault, Map<Address, AccountData>> accountsAfter(Bytes transaction, Seq<Address> addresses) {
        return WireTransaction.parse(transaction)
                .<ChainFault>mapLeft(SimulatedChain::malformed)
                .map(parsed -> reading(() -> {
                    Execution execution = preflight(parsed);
                    Effect effect = execution.failure().isDefined() ? Effect.NONE : execution.effect().get();
                    return addresses
                            .distinct()
                            .flatMap(address -> effect.changes()
                                    .get(address)
                                    .getOrElse(() -> account(address))
                                    .map(account -> Tuple.of(address, account)))
                            .toMap(each -> each);
                }));
    }

    /** Returns the costs and the output of a transaction; none if the chain does not keep its details. */
    public Option<Receipt> receipt(Signature signature) {
        return reading(() -> past.receipt(signature));
    }

    /**
     * Calls {@code listener} after each change, on the thread that made it and outside of the chain's locks.
     *
     * @return ends the calls
     */
    public Runnable onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.removeIf(listener::equals);
    }

    @Override
    public void advance(long seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException("a chain's clock does not go back: " + seconds + " s");
        }
        change(() -> {
            time = time.plusSeconds(seconds);
            passSlots(Math.ceilDiv(Math.multiplyExact(seconds, 1_000), network.slotMillis()));
        });
    }

    @Override
    public void expireBlockhashes() {
        change(() -> passSlots(network.blockhashLifeBlocks() + 1 + Lifetime.MARGIN_BLOCKS));
    }

    @Override
    public void fund(Address address, BaseUnits lamports) {
        change(() -> ledger.put(address, funded(address, lamports)));
    }

    private AccountData funded(Address address, BaseUnits lamports) {
        AccountData before = account(address).getOrElse(() -> new AccountData(BaseUnits.ZERO, Address.ZERO, Bytes.EMPTY, false));
        BaseUnits sum = before.lamports()
                .plus(lamports)
                .getOrElseThrow(() -> new IllegalArgumentException("more lamports than 64 bits hold"));
        return new AccountData(sum, before.owner(), before.data(), before.executable());
    }

    /** Adds to a balance like {@link #fund}, but by a transaction of a faucet, which appears in the history. */
    public void airdrop(Address address, BaseUnits lamports) {
        var unused = requestAirdrop(address, lamports);
    }

    /** Does the same and returns the transaction's signature. */
    public Signature requestAirdrop(Address address, BaseUnits lamports) {
        return writing(() -> {
            Signature signature = Faucet.signature(slot);
            land(
                    Array.of(signature),
                    Faucet.message(address, lamports, blockhashes.latest()),
                    Faucet.execution(address, lamports, funded(address, lamports)),
                    BaseUnits.ZERO);
            return signature;
        });
    }

    /** From now on what lands is confirmed and not final, until {@link #finalizeAll} or {@link #fork}. */
    public void delayFinality() {
        change(() -> lastFinal = Option.some(new Savepoint(slot, time, ledger.accounts())));
    }

    /** Makes everything final that has landed. What lands from now on is final at once. */
    public void finalizeAll() {
        change(() -> lastFinal = Option.none());
    }

    /**
     * Takes back everything since {@link #delayFinality}: accounts, statuses and history. Slots and time go on, and the transactions may land again. What
     * lands from now on is final at once.
     */
    public void fork() {
        change(() -> {
            Savepoint kept = lastFinal.getOrElseThrow(() -> new IllegalStateException("everything is final"));
            ledger.restore(kept.accounts());
            past.removeSince(kept.slot());
            processed.values().removeIf(status -> status.slot() >= kept.slot());
            processedMessages.values().removeIf(landed -> landed >= kept.slot());
            lastFinal = Option.none();
            passSlots(1);
        });
    }

    @Override
    public void put(Address address, AccountData account) {
        change(() -> set(address, account.lamports().isZero() ? Option.none() : Option.some(account)));
    }

    /** Returns whether all required signers signed this message. */
    private static boolean isFullySigned(WireTransaction transaction) {
        CompiledMessage message = transaction.message();
        Bytes signed = message.serialize();
        return message.requiredSigners()
                .zip(transaction.signatures())
                .forAll(each -> SIGNATURES.check(each._1, signed, each._2) == SignatureCheck.Verdict.VALID);
    }

    private SendOutcome send(WireTransaction transaction) {
        if (!signatureCheck.test(transaction)) {
            return refused("SignatureFailure");
        }
        return writing(() -> {
            Execution execution = preflight(transaction);
            if (execution.failure().isDefined()) {
                return new SendOutcome.Refused(execution.failure().get(), execution.logs());
            }
            land(transaction, execution);
            return new SendOutcome.Accepted(transaction.signatures().get(0));
        });
    }

    private <T> T reading(Supplier<T> work) {
        return holding(lock.readLock(), work);
    }

    private <T> T writing(Supplier<T> work) {
        T result = holding(lock.writeLock(), work);
        listeners.forEach(Runnable::run);
        return result;
    }

    private static <T> T holding(Lock held, Supplier<T> work) {
        held.lock();
        try {
            return work.get();
        } finally {
            held.unlock();
        }
    }

    private void change(Runnable work) {
        lock.writeLock().lock();
        try {
            work.run();
        } finally {
            lock.writeLock().unlock();
        }
        listeners.forEach(Runnable::run);
    }

    /** Returns the result that the transaction would have now. */
    private Execution preflight(WireTransaction transaction) {
        CompiledMessage message = transaction.message();
        Option<TransactionFailure> unready = lifetimeFailure(message)
                .orElse(() -> processedMessages.containsKey(message.serialize())
                        ? Option.some(new TransactionFailure.Named("AlreadyProcessed"))
                        : Option.none());
        return unready.isDefined()
                ? Execution.notLanding(unready.get())
                : LookupTables.load(message, this::account, now())
                        .flatMap(LoadedMessage::lockable)
                        .flatMap(loaded -> RequestedBudget.of(message).map(budget -> execute(loaded, budget)))
                        .getOrElseGet(Execution::notLanding);
    }

    private Execution execute(LoadedMessage loaded, RequestedBudget budget) {
        Option<Address> nonce = blockhashes.isAlive(loaded.message().lifetime(), slot)
                ? Option.none()
                : SimulatedNonce.usedBy(loaded.message(), this::account);
        long fee = budget.fee(loaded.message().header().requiredSignatures(), network);
        return new Executor(programs, this::account, now()).execute(loaded, fee, budget, nonce);
    }

    private Moment now() {
        return new Moment(slot, time, blockhashes.latest(), network);
    }

    private void land(WireTransaction transaction, Execution execution) {
        processedMessages.values().removeIf(since -> since + network.blockhashLifeBlocks() < slot);
        processedMessages.put(transaction.message().serialize(), slot);
        RequestedBudget budget = RequestedBudget.of(transaction.message()).get();
        unitPrices.addLast(budget.unitPrice());
        if (unitPrices.size() > PRICED_BLOCKS) {
            unitPrices.removeFirst();
        }
        land(
                transaction.signatures().toArray(),
                transaction.message().serialize(),
                execution,
                BaseUnits.ofUnsignedBits(budget.fee(transaction.message().header().requiredSignatures(), network)));
    }

    private void land(Array<Signature> signatures, Bytes message, Execution execution, BaseUnits fee) {
        Effect effect = execution.effect().get();
        Receipt receipt = new Receipt(fee, execution.computeUnits(), execution.logs());
        past.add(signatures, message, slot, time, execution.failure(), effect, receipt, this::account);
        effect.changes().forEach(this::set);
        processed.put(signatures.head(), new SignatureStatus(slot, Finality.FINALIZED, execution.failure()));
        passSlots(1);
    }

    private Option<TransactionFailure> lifetimeFailure(CompiledMessage message) {
        boolean alive = blockhashes.isAlive(message.lifetime(), slot)
                || SimulatedNonce.usedBy(message, this::account).isDefined();
        return alive ? Option.none() : Option.some(new TransactionFailure.Named("BlockhashNotFound"));
    }

    private void passSlots(long slots) {
        slot = Math.addExact(slot, slots);
        blockhashes.next(slot);
    }

    private AccountsSnapshot read(Seq<AccountQuery> queries) {
        return read(queries, queries.map(AccountQuery::address)
                .distinct()
                .flatMap(address -> account(address).map(account -> Tuple.of(address, account)))
                .toMap(each -> each));
    }

    private AccountsSnapshot read(Seq<AccountQuery> queries, Map<Address, AccountData> stored) {
        return AccountsSnapshot.of(slot, time, queries, stored);
    }

    private Option<AccountData> account(Address address) {
        return ledger.find(address);
    }

    private void set(Address address, Option<AccountData> account) {
        if (account.isDefined()) {
            ledger.put(address, account.get());
        } else {
            ledger.remove(address);
        }
    }

    private static SendOutcome refused(String name) {
        return new SendOutcome.Refused(new TransactionFailure.Named(name), Array.empty());
    }

    /** A node answers a malformed request with an error of its interface. */
    private static ChainFault malformed(Object problem) {
        return new ChainFault.BadAnswer(problem.toString());
    }
}
