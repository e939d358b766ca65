package dev.mandate.simulator.squads;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.account.ConfigTransactionAccount;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import dev.mandate.solana.squadsv4.terms.SettingsTerms;
import dev.mandate.solana.squadsv4.terms.TransactionTerms;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * {@code config_transaction_execute}. The program runs the actions one by one. Each may fail for lack of an account or of
 * lamports before the rules see the next one. So this class applies the rules after each step to the actions so far. An
 * ungovernable outcome counts only at the end.
 */
final class ConfigExecution {

    private final Invocation invocation;
    private final Stored<MultisigAccount> multisig;
    private final RunningAccount member;
    private final Stored<ProposalAccount> proposal;
    private final Stored<ConfigTransactionAccount> transaction;
    private final Option<RunningAccount> rentPayer;
    private final boolean systemProgram;
    private final Array<RunningAccount> remaining;

    private ConfigExecution(Invocation invocation) {
        AccountList accounts = new AccountList(invocation);
        this.invocation = invocation;
        this.multisig = accounts.stored(MultisigAccount::decode);
        this.member = accounts.signer();
        this.proposal = accounts.stored(ProposalAccount::decode);
        this.transaction = accounts.stored(ConfigTransactionAccount::decode);
        this.rentPayer = accounts.optionalSigner();
        this.systemProgram = accounts.optionalSystemProgram();
        this.remaining = accounts.remaining();
    }

    static void run(Invocation invocation) {
        new ConfigExecution(invocation).run();
    }

    private void run() {
        long index = transaction.content().index();
        SquadsAccounts.requireAddress(multisig);
        Constraint.mut(multisig.view());
        SquadsAccounts.requireAddress(multisig, proposal, index);
        SquadsAccounts.requireTransactionAddress(multisig, transaction.view(), index);
        rentPayer.forEach(Constraint::mut);

        Seq<ConfigAction> actions = transaction.content().actions();
        SmartAccount before = known();
        int members = multisig.content().members().size();
        Either<Refusal, Seq<Event>> decided = decide(before, Array.empty());
        for (int done = 1; done <= actions.size(); done++) {
            ConfigAction action = actions.get(done - 1);
            prepare(action);
            decided = decide(before, actions.take(done));
            members += newMembers(action);
        }
        int length = MultisigAccount.sizeFor(members, multisig.view().data().length());
        SquadsAccounts.grow(invocation, multisig.view(), length, rentPayer, systemProgram);

        SmartAccount after = Rules.after(before, decided);
        multisig.write(SettingsTerms.write(after.settings(), multisig.content()));
        proposal.write(TransactionTerms.write(
                after.transactions()
                        .get(index)
                        .flatMap(ManagedTransaction::proposal)
                        .get(),
                SquadsAccounts.settings(multisig),
                index,
                proposal.content().bump()));
    }

    /** Returns the account as far as it was passed: its settings, its limits among the remaining accounts, and the proposal. */
    private SmartAccount known() {
        SmartAccount account = Rules.account(multisig.content()).with(transactionOf(Array.empty()));
        for (RunningAccount view : remaining) {
            Option<SpendingLimitAccount> limit = view.owner().equals(invocation.program())
                    ? SpendingLimitAccount.decode(view.data()).toOption()
                    : Option.none();
            for (SpendingLimitAccount own : limit.filter(it -> it.multisig().equals(SquadsAccounts.settings(multisig)))) {
                account = account.withLimit(view.address(), own.limit());
            }
        }
        return account;
    }

    /** Applies the rules to a transaction with these actions only. */
    private Either<Refusal, Seq<Event>> decide(SmartAccount account, Seq<ConfigAction> actions) {
        Command execute =
                new Command.Execute(member.address(), transaction.content().index());
        Either<Refusal, Seq<Event>> decided = Rules.ask(
                account.with(transactionOf(actions)), execute, invocation.now().time());
        if (decided.isLeft() && !Rules.isFinalCheck(decided.getLeft())) {
            throw Rules.abort(decided.getLeft());
        }
        return decided;
    }

    private ManagedTransaction transactionOf(Seq<ConfigAction> actions) {
        TransactionContent content = ConfigAction.toChange(actions, SquadsAccounts.settings(multisig), SquadsAccounts.ADDRESSES);
        return new ManagedTransaction(
                transaction.content().index(), Option.some(content), Option.some(Rules.proposal(proposal.content())));
    }

    private void prepare(ConfigAction action) {
        switch (action) {
            case ConfigAction.AddSpendingLimit(LimitTerms terms) -> open(terms);
            case ConfigAction.RemoveSpendingLimit(Address limit) -> close(limit);
            case ConfigAction.Governance governance -> {}
        }
    }

    private static int newMembers(ConfigAction action) {
        return switch (action) {
            case ConfigAction.Governance(SettingsAction.AddSigner add) -> 1;
            case ConfigAction.Governance(SettingsAction.RemoveSigner remove) -> -1;
            case ConfigAction.Governance(SettingsAction.ChangeThreshold change) -> 0;
            case ConfigAction.Governance(SettingsAction.SetTimeLock set) -> 0;
            case ConfigAction.Governance(SettingsAction.SetRentCollector set) -> 0;
            case ConfigAction.AddSpendingLimit add -> 0;
            case ConfigAction.RemoveSpendingLimit remove -> 0;
        };
    }

    private void open(LimitTerms terms) {
        ProgramDerivedAddress derived = SquadsAccounts.ADDRESSES.spendingLimit(SquadsAccounts.settings(multisig), terms.createKey());
        RunningAccount view = passed(derived.address());
        RunningAccount payer = rentPayer.getOrElseThrow(() -> Rules.error(ProgramError.MISSING_ACCOUNT));
        if (!systemProgram) {
            throw Rules.error(ProgramError.MISSING_ACCOUNT);
        }
        Constraint.open(invocation, view, payer, SpendingLimitAccount.size(terms));
        SpendingLimit opened = SpendingLimit.open(terms, invocation.now().time())
                .getOrElseThrow(refusal -> Rules.abort(new Refusal.NotSpent(refusal)));
        Stored.write(view, new SpendingLimitAccount(SquadsAccounts.settings(multisig), opened, derived.bump()));
    }

    private void close(Address address) {
        RunningAccount view = passed(address);
        RunningAccount payer = rentPayer.getOrElseThrow(() -> Rules.error(ProgramError.MISSING_ACCOUNT));
        Stored<SpendingLimitAccount> limit = AccountList.read(view, invocation.program(), SpendingLimitAccount::decode);
        if (!limit.content().multisig().equals(SquadsAccounts.settings(multisig))) {
            throw Rules.error(ProgramError.INVALID_ACCOUNT);
        }
        Constraint.close(view, payer);
    }

    private RunningAccount passed(Address address) {
        return remaining
                .find(view -> view.address().equals(address))
                .getOrElseThrow(() -> Rules.error(ProgramError.MISSING_ACCOUNT));
    }
}
