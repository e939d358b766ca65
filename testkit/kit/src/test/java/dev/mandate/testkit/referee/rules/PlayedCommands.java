package dev.mandate.testkit.referee.rules;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.ProposalCreate;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.generators.Move;
import dev.mandate.testkit.program.CommandInstructions;
import dev.mandate.testkit.program.ProgramAccount;
import io.vavr.control.Option;

/** Commands of random histories as instructions that a chain runs. */
public final class PlayedCommands {

    public static final ProgramAccount ACCOUNT = new ProgramAccount(SquadsV4Program.PUBLIC);

    private static final SmartAccount NONE = nothing();

    private final CommandInstructions instructions;

    /** Reads the program's terms from {@code chain}. */
    public PlayedCommands(Chain chain) {
        instructions = new CommandInstructions(ACCOUNT, ACCOUNT.terms(chain));
    }

    /** Returns the command of a move. Generated instructions have no meaning; they are replaced by a payment. */
    public static Command command(Move move, SmartAccount account) {
        Command command = move.against(account, ACCOUNT.participants());
        return command instanceof Command.CreateTransaction(var by, TransactionContent.VaultInstructions(int vault, Bytes any))
                ? new Command.CreateTransaction(by, ACCOUNT.payment(vault))
                : command;
    }

    /** Returns the instruction for a command to {@code account}, drafts included. */
    public Instruction instruction(Command command, Option<SmartAccount> account) {
        return command instanceof Command.CreateProposal(var by, long index, boolean draft)
                ? InstructionCodec.V4.encode(new ProposalCreate(
                        ACCOUNT.ref().settings(),
                        ACCOUNT.program().proposalAddress(ACCOUNT.ref(), index),
                        by,
                        ProgramAccount.PAYER.address(),
                        index,
                        draft))
                : instructions.of(command, account.getOrElse(NONE));
    }

    /** Returns an account for encoding commands while none exists yet. */
    private static SmartAccount nothing() {
        SmartAccountRules rules = new SmartAccountRules();
        Command create = Command.CreateAccount.ofEquals(1, ProgramAccount.PAYER.address());
        return SmartAccount.of(rules.fold(
                        rules.initial(), rules.decide(rules.initial(), create, new UnixTime(0)).get())
                .get()
                .settings());
    }
}
