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

/** Turns calls into such as no builder makes: accounts and rights missing or mixed up, bytes cut and flipped. */
final class Spoiling {

    private static final int HEAP_BYTES = 32 * 1024;

    private Spoiling() {}

    /** The instruction with something wrong about it. */
    static Instruction spoil(Dice dice, Instruction instruction) {
        Instruction spoiled = spoiled(dice, instruction);
        return exhaustsMemory(spoiled) ? instruction : spoiled;
    }

    /** A length beyond the program's heap makes it panic before it sees that the bytes end: memory is not simulated. */
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

    private static Instruction spoiled(Dice dice, Instruction instruction) {
        Seq<AccountMeta> accounts = instruction.accounts();
        int at = dice.below(Math.max(1, accounts.size()));
        AccountMeta meta = accounts.get(at);
        byte[] data = instruction.data().toArray();
        return switch (dice.below(7)) {
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
                Address other = dice.percent(50)
                        ? dice.among(accounts).address()
                        : dice.of(
                                dice.person(),
                                SquadsV4.PROGRAM,
                                Address.ZERO,
                                Stage.MULTISIGS.get(0),
                                Stage.MULTISIGS.get(1),
                                Stage.MINTS.head(),
                                Stage.vault(0, 0));
                yield new Instruction(
                        instruction.program(),
                        accounts.update(
                                at,
                                new AccountMeta(
                                        other, meta.signer() && Stage.KEYS.containsKey(other), meta.writable())),
                        instruction.data());
            }
            case 3 ->
                new Instruction(instruction.program(), accounts.take(dice.below(accounts.size())), instruction.data());
            case 4 ->
                new Instruction(
                        instruction.program(),
                        accounts.append(AccountMeta.readonly(dice.person())),
                        instruction.data());
            case 5 ->
                new Instruction(
                        instruction.program(),
                        accounts,
                        Bytes.of(java.util.Arrays.copyOf(data, dice.below(data.length + 3))));
            default -> {
                data[dice.percent(10) ? dice.below(8) : dice.below(data.length)] ^= (byte) (1 << dice.below(8));
                yield new Instruction(instruction.program(), accounts, Bytes.of(data));
            }
        };
    }
}
