package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageCompiler;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Random transactions to two accounts of the program, mostly plausible ones. A seed and the chain's accounts determine them. */
public final class ProgramTransactions {

    private static final int SPOILED_PERCENT = 6;
    private static final int MAX_UNITS = 1_400_000;

    private final SeededChoices choices;

    public ProgramTransactions(long seed) {
        choices = new SeededChoices(seed);
    }

    /**
     * The next transaction.
     *
     * @param seconds by which the clock moves before it
     * @param chosen the program's instructions before one of them may have been corrupted
     */
    public record Planned(long seconds, Address payer, Seq<SquadsInstruction> chosen, Seq<Instruction> instructions) {}

    /** Chooses the next transaction by the accounts of {@code chain}. */
    public Planned next(Chain chain) {
        MultisigView view = new MultisigView(chain, choices.percent(80) ? 0 : 1);
        Seq<SquadsInstruction> chosen = new Scripts(choices, view).next();
        long seconds = choices.percent(25) ? choices.of(0, 1, 10, 3_600, 86_400, 86_401, 604_801, 7_776_000) : 0;
        Address payer = choices.percent(92) ? ComparisonAccounts.PAYER.address() : choices.person();
        return new Planned(seconds, payer, chosen, instructions(chosen));
    }

    private Seq<Instruction> instructions(Seq<SquadsInstruction> chosen) {
        Array<Instruction> encoded = chosen.map(InstructionCodec.V4::encode).toArray();
        if (choices.percent(SPOILED_PERCENT)) {
            int at = choices.below(encoded.size());
            encoded = encoded.update(at, CallCorruption.spoil(choices, encoded.get(at)));
        }
        // Simulated programs have no exact metering, so the real ones get the greatest budget.
        return encoded.prepend(ComputeBudgetProgram.setComputeUnitLimit(MAX_UNITS));
    }

    /** Returns the message without a blockhash; none if it is too large, a signer has no key, or it writes to a program. */
    public static Option<CompiledMessage> sendable(Address payer, Seq<Instruction> instructions) {
        return Option.when(!instructions.exists(ProgramTransactions::writesToProgram), instructions)
                .flatMap(all -> MessageCompiler.compile(new Message(
                                MessageVersion.LEGACY, payer, new Blockhash(Bytes32.ZERO), all, Array.empty()))
                        .toOption())
                .filter(message -> message.requiredSigners().forAll(ComparisonAccounts.KEYS::containsKey));
    }

    /** The real runtime treats such a write as a new deployment, which a reset to an earlier slot cannot undo. */
    private static boolean writesToProgram(Instruction instruction) {
        return instruction.accounts().exists(meta -> meta.writable() && ComparisonAccounts.PROGRAMS.contains(meta.address()));
    }
}
