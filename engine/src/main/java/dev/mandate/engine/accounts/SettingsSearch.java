package dev.mandate.engine.accounts;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.tenant.ImportRefusal;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Finds the settings account of a smart account address in the address's history. An address does not lead back to its settings; an operation of
 * the account names both.
 */
public final class SettingsSearch {

    /** So many of the newest and of the oldest transactions are read: payments to the address name it alone, and there may be many. */
    private static final int READ_AT_EACH_END = 20;

    private final Chain chain;
    private final SmartAccountProgram program;

    public SettingsSearch(Chain chain, SmartAccountProgram program) {
        this.chain = chain;
        this.program = program;
    }

    public Either<ImportRefusal, SettingsAddress> of(Address account) {
        return instructions(account)
                .<ImportRefusal>mapLeft(fault -> new ImportRefusal.NotRead(new BuildRefusal.ChainSilent(fault)))
                .flatMap(ran -> ran.flatMap(program::settingsOf)
                        .find(settings -> program.accountOf(settings).address().equals(account))
                        .toEither(() -> ran.map(Instruction::program)
                                .find(program.others()::contains)
                                .<ImportRefusal>map(ImportRefusal.OtherProgram::new)
                                .getOrElse(() -> new ImportRefusal.SettingsUnknown(account))));
    }

    /** The distinct instructions of the transactions that are read; failed ones had no effect. */
    private Either<ChainFault, Array<Instruction>> instructions(Address account) {
        return chain.history(account, Option.none(), Chain.MAX_HISTORY)
                .flatMap(history -> chain.landed(ends(history.toArray()
                                .flatMap(entries -> entries)
                                .filter(entry -> entry.failure().isEmpty()))
                        .map(LandedSignature::signature)))
                .map(found -> found.flatMap(landed -> landed)
                        .flatMap(LandedTransaction::instructions)
                        .map(ran -> ran.instruction())
                        .distinct());
    }

    private static Array<LandedSignature> ends(Array<LandedSignature> entries) {
        return entries.length() <= 2 * READ_AT_EACH_END
                ? entries
                : entries.take(READ_AT_EACH_END).appendAll(entries.takeRight(READ_AT_EACH_END));
    }
}
