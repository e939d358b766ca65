package dev.mandate.solana.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.programs.LookupTableInstruction.Close;
import dev.mandate.solana.programs.LookupTableInstruction.CreateLookupTable;
import dev.mandate.solana.programs.LookupTableInstruction.Deactivate;
import dev.mandate.solana.programs.LookupTableInstruction.Extend;
import dev.mandate.solana.programs.LookupTableInstruction.Freeze;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.NullMarked;

/** All instructions of the address lookup table program. {@link ProgramInstructionVectorsTest} compares them with the libraries. */
@NullMarked
class LookupTableProgramProperties {

    @Property
    void encodedInstructionsDecodeToThemselves(@ForAll("instructions") LookupTableInstruction instruction) {
        assertEquals(Either.right(instruction), LookupTableProgram.decode(LookupTableProgram.encode(instruction)));
    }

    @Property
    void anythingThatIsReadIsWrittenAsItStood(
            @ForAll("instructions") LookupTableInstruction instruction,
            @ForAll @IntRange(max = 20) int at,
            @ForAll byte value) {
        Instruction written = LookupTableProgram.encode(instruction);
        byte[] data = written.data().toArray();
        data[at % data.length] = value;
        Instruction changed = new Instruction(written.program(), written.accounts(), Bytes.of(data));
        LookupTableProgram.decode(changed)
                .forEach(read ->
                        assertEquals(changed.data(), LookupTableProgram.encode(read).data()));
    }

    @Property
    void neitherAnotherByteNorAnotherAccountIsPassedOver(@ForAll("instructions") LookupTableInstruction instruction) {
        Instruction written = LookupTableProgram.encode(instruction);
        int length = written.data().length();
        int accounts = written.accounts().size();
        Bytes longer = Bytes.of(Arrays.copyOf(written.data().toArray(), length + 1));
        assertEquals(
                Either.left(new InstructionProblem.BadData(new ReadProblem.TrailingBytes(length, 1))),
                LookupTableProgram.decode(new Instruction(written.program(), written.accounts(), longer)));
        // With more than two accounts, an extension needs four.
        InstructionProblem expected = instruction instanceof Extend && accounts == 2
                ? new InstructionProblem.MissingAccount(3)
                : new InstructionProblem.UnexpectedAccounts(accounts, accounts + 1);
        assertEquals(
                Either.left(expected),
                LookupTableProgram.decode(new Instruction(
                        written.program(), written.accounts().append(AccountMeta.readonly(Address.ZERO)), written.data())));
    }

    @Provide
    Arbitrary<LookupTableInstruction> instructions() {
        Arbitrary<Address> address = Arbitraries.bytes().array(byte[].class).ofSize(32).map(Address::of);
        Arbitrary<Array<Address>> entries = address.list().ofMaxSize(30).map(Array::ofAll);
        Arbitrary<Option<Address>> payer = address.optional().map(Option::ofOptional);
        return Arbitraries.oneOf(
                Combinators.combine(address, address, Arbitraries.longs()).as(CreateLookupTable::new),
                Combinators.combine(address, address).as(Freeze::new),
                Combinators.combine(address, address, payer, entries).as(Extend::new),
                Combinators.combine(address, address).as(Deactivate::new),
                Combinators.combine(address, address, address).as(Close::new));
    }
}
