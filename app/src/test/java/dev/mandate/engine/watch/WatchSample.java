package dev.mandate.engine.watch;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.domain.watch.WatchedTransaction;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.watch.AccountWatcher.Followed;
import dev.mandate.engine.watch.WatchEvent.HeldTokens;
import dev.mandate.engine.watch.WatchEvent.Holdings;
import dev.mandate.engine.watch.WatchEvent.Source;
import dev.mandate.engine.watch.WatchEvent.Until;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** A watched account with everything that can be recorded of one. */
public final class WatchSample {

    private static final Address ANN = TestKey.of("watched/ann").address();
    private static final UnixTime THEN = new UnixTime(1_764_547_200);
    private static final AccountRef REF = new AccountRef(
            TestKey.of("watched/account").address(), new SettingsAddress(TestKey.of("watched/settings").address()));

    private WatchSample() {}

    /** Records the account as one of {@code tenant}. */
    public static void record(Journal journal, ServerClock clock, Tenant tenant) {
        var unused = new Repository<>(WatchRecord.TYPE, journal, clock)
                .update(new Followed(tenant, REF).id(Network.DEVNET), before -> Either.<String, Seq<WatchEvent>>right(events()))
                .get();
    }

    private static Array<WatchEvent> events() {
        Array<WatchedTransaction> transactions = contents()
                .zipWithIndex((content, index) -> transaction(index + 1, content, proposals().get(index % proposals().length())));
        Array<SpendingLimit> limits = Array.of(Period.values()).zipWithIndex((period, index) -> limit(period, index));
        Source source = source(Finality.FINALIZED, Option.some("sub_00000000000000000000000000000000"));
        return Array.<WatchEvent>of(new WatchEvent.Began(
                        REF,
                        new WatchedAccount(
                                settings(new AdminControl.HeldBy(ANN)),
                                transactions,
                                limits.map(limit -> new WatchedAccount.WatchedLimit(limit.terms().createKey(), limit))),
                        new Holdings(BaseUnits.of(5), Array.of(new HeldTokens(ANN, Array.of(ANN), BaseUnits.of(6)))),
                        7,
                        THEN,
                        Array.of(Signature.EMPTY)))
                .append(new WatchEvent.Changed(
                        new AccountChange.SettingsChanged(settings(new AdminControl.HeldBy(ANN)), settings(new AdminControl.None())), source))
                .appendAll(Array.of(AccountChange.TransactionStep.values()).zipWithIndex((step, index) -> new WatchEvent.Changed(
                        new AccountChange.TransactionChanged(
                                step,
                                index + 1,
                                Option.some(ANN),
                                settings(new AdminControl.None()),
                                Option.when(index % 2 == 0, () -> transactions.get(index % transactions.length()))),
                        source(Array.of(Finality.values()).get(index % 3), Option.none()))))
                .appendAll(proposals().zipWithIndex((proposal, index) -> new WatchEvent.Changed(
                        new AccountChange.TransactionChanged(
                                AccountChange.TransactionStep.CORRECTED,
                                index + 1,
                                Option.none(),
                                settings(new AdminControl.None()),
                                Option.some(transaction(index + 1, contents().get(index % contents().length()), proposal))),
                        source)))
                .appendAll(Array.of(AccountChange.LimitStep.values()).zipWithIndex((step, index) -> new WatchEvent.Changed(
                        new AccountChange.LimitChanged(
                                step,
                                ANN,
                                Option.some(ANN),
                                Option.some(ANN),
                                Option.some(BaseUnits.of(8)),
                                Option.some(ANN),
                                Option.some(limits.get(index % limits.length()))),
                        source)))
                .appendAll(transfers().map(transfer -> new WatchEvent.Transferred(transfer, source(Finality.CONFIRMED, Option.none()))))
                .append(new WatchEvent.Finalized(transfers().head(), source))
                .append(new WatchEvent.Settled(new Signature(Bytes.of(new byte[Signature.LENGTH]))))
                .appendAll(transfers().map(transfer -> new WatchEvent.Transferred(transfer, source(Finality.CONFIRMED, Option.none()))))
                .append(new WatchEvent.Reached(
                        new Until(9, THEN, Array.of(Signature.EMPTY)),
                        new Until(8, THEN, Array.empty()),
                        new Holdings(BaseUnits.of(5), Array.empty())));
    }

    private static Source source(Finality finality, Option<String> submission) {
        return new Source(THEN, 8, Option.some(Signature.EMPTY), finality, submission);
    }

    private static Settings settings(AdminControl admin) {
        return Settings.ofStored(
                        Array.of(new Signer(ANN, Permissions.ALL)), new Threshold(1), new TimeLock(60), admin, Option.some(ANN), 30, 3)
                .get();
    }

    private static WatchedTransaction transaction(int index, TransactionContent content, Proposal proposal) {
        return new WatchedTransaction(
                new ManagedTransaction(index, Option.some(content), Option.some(proposal)), Option.some(ANN), Option.some(THEN));
    }

    private static Array<TransactionContent> contents() {
        LimitTerms terms = limit(Period.DAY, 0).terms();
        return Array.of(
                new TransactionContent.SettingsChange(Array.of(
                        new SettingsAction.AddSigner(new Signer(ANN, Permissions.ALL)),
                        new SettingsAction.RemoveSigner(ANN),
                        new SettingsAction.ChangeThreshold(new Threshold(1)),
                        new SettingsAction.SetTimeLock(TimeLock.NONE),
                        new SettingsAction.SetRentCollector(Option.some(ANN)),
                        new SettingsAction.AddSpendingLimit(ANN, terms),
                        new SettingsAction.RemoveSpendingLimit(ANN))),
                new TransactionContent.VaultInstructions(0, Bytes.ofHex("c0ffee")),
                new TransactionContent.Opaque("a batch", Bytes.EMPTY),
                new TransactionContent.SettingsChange(Array.empty()),
                new TransactionContent.VaultInstructions(1, Bytes.EMPTY),
                new TransactionContent.VaultInstructions(2, Bytes.EMPTY));
    }

    private static Array<Proposal> proposals() {
        Ballot ballot = Ballot.EMPTY.approvedBy(ANN);
        return Array.of(
                new Proposal.Active(THEN, ballot),
                new Proposal.Approved(THEN, ballot.cancelledBy(ANN)),
                new Proposal.Draft(THEN),
                new Proposal.Executed(THEN, ballot),
                new Proposal.Rejected(THEN, Ballot.EMPTY.rejectedBy(ANN)),
                new Proposal.Cancelled(THEN, ballot));
    }

    private static SpendingLimit limit(Period period, int number) {
        Token token = number % 2 == 0 ? new Token.Sol() : new Token.Mint(ANN);
        return SpendingLimit.open(
                        LimitTerms.of(TestKey.of("watched/limit " + number).address(), token, BaseUnits.of(9), period, Array.of(ANN)), THEN)
                .get();
    }

    private static Array<Transfer> transfers() {
        return Array.of(Movement.Standard.values()).zipWithIndex((standard, index) -> new Transfer(
                Signature.EMPTY,
                8,
                Option.some(THEN),
                Array.of(Transfer.Direction.values()).get(index % 2),
                new Movement(
                        InstructionPosition.inner(0, index),
                        index == 0 ? new Token.Sol() : new Token.Mint(ANN),
                        standard,
                        9,
                        ANN,
                        REF.address(),
                        BaseUnits.of(10))));
    }
}
