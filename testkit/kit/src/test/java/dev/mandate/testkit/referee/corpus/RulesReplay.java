package dev.mandate.testkit.referee.corpus;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.MultisigCreateV2;
import dev.mandate.solana.squadsv4.terms.RefusalCodes;
import dev.mandate.testkit.program.ProgramAccount;
import dev.mandate.testkit.program.ProgramRules;
import dev.mandate.testkit.referee.rules.PlayedCommands;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Predicate;

/**
 * Decides recorded sequences of the kind {@code rules}.
 *
 * @param rules that are held against the program
 */
record RulesReplay(CorpusSetup setup, Decider<Option<SmartAccount>, Command, Event, Refusal> rules) {

    private static final ProgramAccount ACCOUNT = PlayedCommands.ACCOUNT;
    private static final long SLOT = 1;

    /** Returns the first difference from what the program did; none if there is none. */
    Option<String> difference(RecordedSequence sequence) {
        Map<Address, AccountData> stored = setup.accounts();
        Option<SmartAccount> account = rules.initial();
        UnixTime now = setup.start();
        for (int at = 0; at < sequence.steps().size(); at++) {
            RecordedStep step = sequence.steps().get(at);
            now = now.plusSeconds(step.seconds());
            stored = SequenceCodec.after(stored, step);
            Command command = command(step.instructions().single());
            if (step.failure().exists(beyondTheRules(account, command))) {
                continue;
            }
            Either<Refusal, Seq<Event>> decided = rules.decide(account, command, now);
            Option<Long> refused = decided.swap().toOption().map(RefusalCodes::of);
            String where = "sequence " + sequence.number() + ", step " + at + ": " + command;
            if (!refused.equals(step.failure().map(RulesReplay::code))) {
                return Option.some(where + "\nrecorded " + step.failure() + ", but decided " + decided);
            }
            if (decided.isRight()) {
                account = Option.some(rules.fold(account, decided.get()).get());
                SmartAccount recorded = read(stored, account.get().settings().transactionIndex(), now);
                if (!account.get().equals(recorded)) {
                    return Option.some(where + "\nrecorded " + recorded + "\nbut left " + account.get());
                }
            }
        }
        return Option.none();
    }

    private static Predicate<TransactionFailure> beyondTheRules(Option<SmartAccount> account, Command command) {
        return failure -> ProgramRules.isBeyondTheRules(account, command, failure);
    }

    private static long code(TransactionFailure failure) {
        return failure instanceof TransactionFailure.InstructionFailed(int at, InstructionFailure.Custom(long code)) ? code : -1;
    }

    private static Command command(Instruction instruction) {
        if (InstructionCodec.V4.decode(instruction).get() instanceof MultisigCreateV2 create) {
            return new Command.CreateAccount(
                    create.members().toArray(),
                    new Threshold(create.threshold()),
                    new TimeLock(create.timeLock()),
                    AdminControl.ofAuthority(create.configAuthority().getOrElse(Address.ZERO)),
                    create.rentCollector());
        }
        return ACCOUNT.program()
                .commandOf(ACCOUNT.ref(), Array.rangeClosed(0L, 99L), instruction)
                .getOrElseThrow(() -> new IllegalArgumentException("no command of the rules: " + instruction));
    }

    private static SmartAccount read(Map<Address, AccountData> stored, long newest, UnixTime now) {
        Seq<AccountQuery> queries = AccountQuery.ofAnyOwner(ACCOUNT.addresses(newest));
        return ACCOUNT.read(AccountsSnapshot.of(SLOT, now, queries, stored));
    }
}
