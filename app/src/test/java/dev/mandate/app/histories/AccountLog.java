package dev.mandate.app.histories;

import dev.mandate.app.histories.ChainLog.Landing;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SettingsAccount;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** What happened to one account, by what its chain accounts hold before and after each transaction. It knows nothing of instructions. */
final class AccountLog {

    private static final SmartAccountProgram PROGRAM = SquadsV4Program.PUBLIC;

    final AccountRef ref;
    private final ChainLog chain;
    private final List<Change> changes = new ArrayList<>();
    private final java.util.Set<Long> released = new java.util.HashSet<>();
    private Option<State> before = Option.none();

    /**
     * A change that has to be told.
     *
     * @param landing the number of the transaction that made it; none of a time lock that ends by itself
     * @param subject an index, a limit, or a token
     * @param amount signed, of a transfer
     */
    record Change(Option<Landing> landing, String type, String subject, Option<Address> by, long amount) {}

    /** What the chain holds of the account. */
    record State(Settings settings, Map<Long, ManagedTransaction> transactions, Map<Address, SpendingLimit> limits, Map<String, Long> money) {

        Array<Address> people() {
            return settings.roster().signers().map(signer -> signer.address());
        }

        /** The indexes of proposals in one of these states. */
        Array<Long> in(Array<Class<? extends Proposal>> states) {
            return transactions.filterValues(one -> one.proposal().exists(there -> states.exists(state -> state.isInstance(there)))).keySet().toArray();
        }
    }

    AccountLog(ChainLog chain, AccountRef ref) {
        this.chain = chain;
        this.ref = ref;
    }

    static Option<SettingsAccount> settings(Address address, AccountData data) {
        return Option.when(data.owner().equals(PROGRAM.programId()), data)
                .flatMap(owned -> PROGRAM.readSettings(new SettingsAddress(address), owned).toOption());
    }

    /** What has to be told, in the order of the chain. */
    Array<Change> changes() {
        return Array.ofAll(changes);
    }

    /** Nothing that happened so far has to be told. */
    void forget() {
        release(chain.time());
        changes.clear();
    }

    /** A transaction that changes the account names one of these. */
    Array<Address> addresses() {
        return Array.of(ref.settings().address(), ref.address(), People.tokens(ref.address()));
    }

    /** The state now; none if the account is not on the chain. */
    Option<State> state() {
        return accounts(addresses())
                .flatMap(this::state);
    }

    private Option<State> state(Map<Address, AccountData> main) {
        return main.get(ref.settings().address()).flatMap(data -> settings(ref.settings().address(), data)).map(read -> new State(
                read.settings(),
                transactions(read.settings().transactionIndex()),
                limits(),
                HashMap.of(
                        "SOL", main.get(ref.address()).map(data -> data.lamports().bits()).getOrElse(0L),
                        "tokens", main.get(People.tokens(ref.address()))
                                .flatMap(data -> new SplTokens().readHolding(data).toOption())
                                .map(holding -> holding.amount().bits())
                                .getOrElse(0L))));
    }

    private Option<Map<Address, AccountData>> accounts(Array<Address> addresses) {
        return chain.chain.accounts(AccountQuery.ofAnyOwner(addresses)).toOption().map(read -> read.owned());
    }

    private Map<Long, ManagedTransaction> transactions(long newest) {
        Array<Long> indexes = Array.rangeClosed(1L, newest);
        Map<Address, AccountData> read = accounts(indexes.flatMap(
                index -> Array.of(PROGRAM.transactionAddress(ref, index), PROGRAM.proposalAddress(ref, index)))).get();
        return indexes.flatMap(index -> PROGRAM.readTransaction(
                                ref,
                                index,
                                PROGRAM.query(PROGRAM.transactionAddress(ref, index)).answer(read.get(PROGRAM.transactionAddress(ref, index))),
                                PROGRAM.query(PROGRAM.proposalAddress(ref, index)).answer(read.get(PROGRAM.proposalAddress(ref, index))))
                        .get())
                .toMap(one -> Tuple.of(one.index(), one));
    }

    private Map<Address, SpendingLimit> limits() {
        return chain.chain.ownedAccounts(PROGRAM.programId(), PROGRAM.limitsOf(ref)).get().owned()
                .map((address, data) -> Tuple.of(address, PROGRAM.readLimit(ref, address, data).get()));
    }

    /** @param time of the transaction: a time lock that ends until then ends before it */
    void beforeLanding(UnixTime time) {
        before = state();
        before.forEach(there -> release(there, time));
    }

    /** Time locks that are over. */
    void release(UnixTime now) {
        state().forEach(there -> release(there, now));
    }

    private void release(State there, UnixTime now) {
        there.transactions().values()
                .filter(one -> there.settings().timeLock().seconds() > 0
                        && one.canBeExecutedUnder(there.settings())
                        && one.proposal().exists(proposal -> proposal instanceof Proposal.Approved
                                && !now.isBefore(there.settings().timeLock().releases(proposal.since())))
                        && released.add(one.index()))
                .forEach(one -> add(Option.none(), "transaction.executable", one.index(), Option.none()));
    }

    private void add(Option<Landing> by, String type, Object subject, Option<Address> who) {
        changes.add(new Change(by, type, subject.toString(), who, 0L));
    }

    void afterLanding(Landing landed) {
        Option<State> after = state();
        if (before.isEmpty() || before.equals(after)) {
            return;
        }
        Option<Landing> by = Option.some(landed);
        State was = before.get();
        State now = after.get();
        settings(by, was.settings(), now.settings());
        was.transactions().keySet().addAll(now.transactions().keySet()).toArray().sorted()
                .forEach(index -> transaction(by, was, now, index));
        limits(by, was, now);
        now.money().filter(held -> !was.money().get(held._1).contains(held._2)).forEach(held -> changes.add(new Change(
                by, "transfer", held._1, Option.none(), held._2 - was.money().get(held._1).get())));
    }

    private void settings(Option<Landing> by, Settings was, Settings now) {
        boolean isSame = was.withTransactionIndex(now.transactionIndex()).equals(now);
        if (!isSame) {
            add(by, "account.settings_changed", now.roster().threshold().value() + " of " + now.roster().signers().length() + ", "
                    + now.timeLock().seconds() + " s", Option.none());
        }
    }

    private void transaction(Option<Landing> by, State was, State now, long index) {
        Option<ManagedTransaction> before = was.transactions().get(index);
        Option<ManagedTransaction> after = now.transactions().get(index);
        if (after.isEmpty()) {
            add(by, "transaction.closed", index, Option.none());
            return;
        }
        Option<Proposal> told = before.flatMap(ManagedTransaction::proposal);
        after.get().proposal().filter(proposal -> !told.contains(proposal)).forEach(proposal -> proposal(by, index, told, proposal));
        boolean isOutdated = now.settings().makesStale(index) && !was.settings().makesStale(index);
        if (isOutdated && !isFinal(after.get())) {
            add(by, "transaction.stale", index, Option.none());
        }
    }

    static boolean isFinal(ManagedTransaction one) {
        return one.proposal().exists(there ->
                there instanceof Proposal.Executed || there instanceof Proposal.Rejected || there instanceof Proposal.Cancelled);
    }

    private void proposal(Option<Landing> by, long index, Option<Proposal> told, Proposal now) {
        if (told.isEmpty()) {
            add(by, "transaction.proposed", index, Option.none());
        }
        Ballot before = told.map(Proposal::ballot).getOrElse(Ballot.EMPTY);
        Array<Address> votes = now.ballot().approvals().toArray().removeAll(before.approvals().toArray())
                .appendAll(now.ballot().rejections().toArray().removeAll(before.rejections().toArray()))
                .appendAll(now.ballot().cancellations().toArray().removeAll(before.cancellations().toArray()));
        votes.forEach(voter -> add(by, "transaction.voted", index, Option.some(voter)));
        boolean wasOpen = told.forAll(Proposal.Active.class::isInstance);
        switch (now) {
            case Proposal.Draft draft -> throw new AssertionError("nobody makes drafts");
            case Proposal.Active open -> {}
            case Proposal.Rejected rejected -> add(by, "transaction.rejected", index, Option.none());
            case Proposal.Approved approved when wasOpen -> add(by, "transaction.approved", index, Option.none());
            case Proposal.Approved approved -> {}
            case Proposal.Executed executed -> ended(by, "transaction.executed", index, wasOpen);
            case Proposal.Cancelled cancelled -> ended(by, "transaction.cancelled", index, wasOpen);
        }
    }

    private void ended(Option<Landing> by, String type, long index, boolean wasOpen) {
        if (wasOpen) {
            add(by, "transaction.approved", index, Option.none());
        }
        add(by, type, index, Option.none());
    }

    private void limits(Option<Landing> by, State was, State now) {
        boolean isReplaced = !now.limits().keySet().diff(was.limits().keySet()).isEmpty();
        now.limits().filter(limit -> !was.limits().get(limit._1).contains(limit._2))
                .forEach(limit -> add(by, was.limits().containsKey(limit._1) ? "limit.used" : "limit.created", limit._1, Option.none()));
        was.limits().keySet().diff(now.limits().keySet())
                .forEach(limit -> add(by, isReplaced ? "limit.replaced" : "limit.removed", limit, Option.none()));
    }
}
