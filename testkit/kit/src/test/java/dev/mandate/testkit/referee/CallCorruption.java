package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.programs.InstructionProblem;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import io.vavr.collection.Seq;

/** Corrupts instructions: missing or exchanged accounts and rights, truncated or flipped bytes. */
final class CallCorruption {

    private static final int HEAP_BYTES = 32 * 1024;

    private CallCorruption() {}

    /** Returns the instruction with one error. */
    static Instruction spoil(SeededChoices choices, Instruction instruction) {
        Instruction spoiled = spoiled(choices, instruction);
        return exhaustsMemory(spoiled) ? instruction : spoiled;
    }

    /** A length beyond the program's heap makes the real program panic before it sees the end of the bytes. The simulation has no memory limit. */
    private static boolean exhaustsMemory(Instruction instruction) {
        return InstructionCodec.V4
                .decode(instruction)
                .fold(
                        problem -> problem
                                        instanceof
                                        InstructionProblem.BadData(ReadProblem.Truncated truncated)
                                && truncated.needed() > HEAP_BYTES / 2,
                        decoded -> false);
    }

    private static Instruction spoiled(SeededChoices choices, Instruction instruction) {
        Seq<AccountMeta> accounts = instruction.accounts();
        int at = choices.below(Math.max(1, accounts.size()));
        AccountMeta meta = accounts.get(at);
        byte[] data = instruction.data().toArray();
        return switch (choices.below(7)) {
            case 0 ->
                new Instruction(
                        instruction.program(),
                        accounts.update(at, new AccountMeta(meta.address(), !meta.signer(), meta.writable())),
                        instruction.data());
            case 1 ->
                new Instruction(
                        instruction.program(),
                        accounts.update(at, new AccountMeta(meta.address(), meta.signer(), !meta.writable())),
                        instruction.data());
            case 2 -> {
                Address other = choices.percent(50)
                        ? choices.among(accounts).address()
                        : choices.of(
                                choices.person(),
                                SquadsV4.PROGRAM,
                                Address.ZERO,
                                ComparisonAccounts.MULTISIGS.get(0).address(),
                                ComparisonAccounts.MULTISIGS.get(1).address(),
                                ComparisonAccounts.MINTS.head(),
                                ComparisonAccounts.vault(0, 0));
                yield new Instruction(
                        instruction.program(),
                        accounts.update(
                                at,
                                new AccountMeta(
                                        other, meta.signer() && ComparisonAccounts.KEYS.containsKey(other), meta.writable())),
                        instruction.data());
            }
            case 3 ->
                new Instruction(instruction.program(), accounts.take(choices.below(accounts.size())), instruction.data());
            case 4 ->
                new Instruction(
                        instruction.program(),
                        accounts.append(AccountMeta.readonly(choices.person())),
                        instruction.data());
            case 5 ->
                new Instruction(
                        instruction.program(),
                        accounts,
                        Bytes.of(java.util.Arrays.copyOf(data, choices.below(data.length + 3))));
            default -> {
                data[choices.percent(10) ? choices.below(8) : choices.below(data.length)] ^= (byte) (1 << choices.below(8));
                yield new Instruction(instruction.program(), accounts, Bytes.of(data));
            }
        };
    }
}
