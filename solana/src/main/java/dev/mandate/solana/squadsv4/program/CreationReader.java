package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.program.CreationInstruction;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.MultisigCreateV2;
import io.vavr.control.Option;

/** The instruction that makes an account, in the domain's terms. */
final class CreationReader {

    private CreationReader() {}

    /** What it says; none if its memo is none that this system writes ({@link Memo}). */
    static Option<CreationInstruction> read(MultisigCreateV2 create) {
        Command.CreateAccount terms = new Command.CreateAccount(
                create.members().toArray(),
                new Threshold(create.threshold()),
                new TimeLock(create.timeLock()),
                create.configAuthority()
                        .map(AdminControl::ofAuthority)
                        .getOrElse(AdminControl.None::new),
                create.rentCollector());
        Option<Option<Memo>> memo = create.memo().isEmpty()
                ? Option.some(Option.none())
                : create.memo().flatMap(text -> Memo.parse(text).toOption()).map(Option::some);
        return memo.map(read -> new CreationInstruction(create.createKey(), create.creator(), terms, read));
    }
}
