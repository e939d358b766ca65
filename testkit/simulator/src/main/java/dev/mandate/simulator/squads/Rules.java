package dev.mandate.simulator.squads;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.terms.RefusalCodes;
import dev.mandate.solana.squadsv4.terms.SettingsTerms;
import dev.mandate.solana.squadsv4.terms.TransactionTerms;
import dev.mandate.simulator.runtime.ProgramAbort;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Applies the domain's rules for the program. Ends the program if they refuse. */
final class Rules {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    private Rules() {}

    /** Returns the decision of the rules without ending the program. */
    static Either<Refusal, Seq<Event>> ask(SmartAccount account, Command command, UnixTime now) {
        return RULES.decide(account, command, now);
    }

    /** Returns the account after {@code command}. */
    static SmartAccount apply(SmartAccount account, Command command, UnixTime now) {
        return after(account, ask(account, command, now));
    }

    /** Returns the account after the decided events. */
    static SmartAccount after(SmartAccount account, Either<Refusal, Seq<Event>> decided) {
        return RULES.fold(Option.some(account), decided.getOrElseThrow(Rules::abort))
                .get();
    }

    /** Returns the settings of a new account. */
    static Settings create(Command.CreateAccount command, UnixTime now) {
        Seq<Event> events = RULES.decide(Option.none(), command, now).getOrElseThrow(Rules::abort);
        return RULES.fold(Option.none(), events).get().settings();
    }

    static ProgramAbort abort(Refusal refusal) {
        return ProgramAbort.custom(RefusalCodes.of(refusal));
    }

    /** Returns the program's end with one of its own errors. */
    static ProgramAbort error(ProgramError error) {
        return ProgramAbort.custom(error.code());
    }

    /** Returns whether the refusal is the program's last check: whether the outcome is governable. */
    static boolean isFinalCheck(Refusal refusal) {
        return refusal instanceof Refusal.SettingsRefused(SettingsRefusal.Ungovernable ungovernable);
    }

    /** Returns an account with only its settings. */
    static SmartAccount account(MultisigAccount multisig) {
        return SmartAccount.of(SettingsTerms.read(multisig).getOrElseThrow(Rules::neverWritten));
    }

    /** Returns the proposal of a transaction whose content does not matter. */
    static ManagedTransaction votes(ProposalAccount proposal) {
        return ManagedTransaction.orphaned(proposal.transactionIndex(), proposal(proposal));
    }

    static Proposal proposal(ProposalAccount proposal) {
        return TransactionTerms.read(proposal).getOrElseThrow(Rules::neverWritten);
    }

    /** The program never writes such an account, so its real reaction does not matter. */
    private static ProgramAbort neverWritten(Object problem) {
        return ProgramAbort.named("ProgramFailedToComplete");
    }
}
