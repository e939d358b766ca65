package dev.mandate.solana.squadsv4.instruction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.InstructionProblem;
import dev.mandate.solana.squadsv4.RandomRecords;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.jspecify.annotations.NullMarked;

/** Encoding and decoding returns the same instruction; any bytes have one reading or none. */
@NullMarked
class InstructionProperties {

    private static final InstructionCodec CODEC = InstructionCodec.V4;

    @Property
    void anInstructionIsReadBackAsWritten(@ForAll("instructions") SquadsInstruction instruction) {
        assertEquals(Either.right(instruction), CODEC.decode(CODEC.encode(instruction)));
    }

    @Property
    void accountsWithMoreRightsThanNeededKeepTheMeaning(@ForAll("instructions") SquadsInstruction instruction) {
        Instruction encoded = CODEC.encode(instruction);
        Instruction generous = new Instruction(
                encoded.program(),
                encoded.accounts().map(account -> AccountMeta.writableSigner(account.address())),
                encoded.data());
        assertEquals(
                Either.right(withAllRights(instruction)), CODEC.decode(generous));
    }

    @Property(tries = 5_000)
    void changedInstructionsAreReadExactlyOrRefused(@ForAll("changed") Instruction changed) {
        Either<InstructionProblem, SquadsInstruction> read = CODEC.decode(changed);
        Statistics.collect(read.isRight());
        Statistics.coverage(coverage -> coverage.check(true).percentage(share -> share > 5));
        Statistics.coverage(coverage -> coverage.check(false).percentage(share -> share > 5));
        assertSameBytes(changed, read);
    }

    @Property
    void anyBytesBehindADiscriminatorAreReadExactlyOrRefused(
            @ForAll InstructionType type, @ForAll byte[] arguments, @ForAll("instructions") SquadsInstruction other) {
        ByteWriter data = new ByteWriter();
        data.discriminator(type.discriminator());
        data.bytes(Bytes.of(arguments));
        Instruction instruction =
                new Instruction(CODEC.program(), CODEC.encode(other).accounts(), data.toBytes());
        assertSameBytes(instruction, CODEC.decode(instruction));
    }

    @Provide
    Arbitrary<SquadsInstruction> instructions() {
        return RandomRecords.of(SquadsInstruction.class);
    }

    @Provide
    Arbitrary<Instruction> changed() {
        return Arbitraries.randomValue(
                random -> change(CODEC.encode(RandomRecords.next(SquadsInstruction.class, random)), random));
    }

    private static Instruction change(Instruction instruction, Random random) {
        Seq<AccountMeta> accounts = instruction.accounts();
        int at = random.nextInt(accounts.length());
        return switch (random.nextInt(8)) {
            case 0 -> with(accounts.removeAt(at), instruction);
            case 1 -> with(accounts.insert(at, accounts.get(random.nextInt(accounts.length()))), instruction);
            case 2 -> with(accounts.update(at, AccountMeta.readonly(accounts.get(at).address())), instruction);
            case 3 -> with(accounts.update(at, AccountMeta.writableSigner(CODEC.program())), instruction);
            default ->
                new Instruction(
                        instruction.program(), accounts, RandomRecords.mutate(instruction.data(), random));
        };
    }

    private static Instruction with(Seq<AccountMeta> accounts, Instruction instruction) {
        return new Instruction(instruction.program(), accounts, instruction.data());
    }

    private static SquadsInstruction withAllRights(SquadsInstruction instruction) {
        return instruction instanceof VaultTransactionExecute execute
                ? new VaultTransactionExecute(
                        execute.multisig(),
                        execute.proposal(),
                        execute.transaction(),
                        execute.member(),
                        execute.messageAccounts()
                                .map(account -> AccountMeta.writableSigner(account.address())))
                : instruction;
    }

    private static void assertSameBytes(Instruction bytes, Either<InstructionProblem, SquadsInstruction> read) {
        if (read.isRight()) {
            Instruction again = CODEC.encode(read.get());
            assertEquals(bytes.data(), again.data());
            assertEquals(addresses(bytes), addresses(again));
        }
    }

    private static Seq<Address> addresses(Instruction instruction) {
        return instruction.accounts().map(AccountMeta::address);
    }
}
