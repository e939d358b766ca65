package dev.mandate.solana.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedTransaction.Balances;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.ports.spi.program.Movement.Standard;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Instructions built by hand from the programs' published layouts, and the amounts that they moved. */
@NullMarked
class MovementsTest {

    private static final Address FROM = address(1);
    private static final Address TO = address(2);
    private static final Address BASE = address(3);
    private static final Address MINT = address(4);
    private static final Address SOURCE = address(5);
    private static final Address DESTINATION = address(6);
    private static final Address REFERENCE = address(7);
    private static final byte[] SEED = {115, 101, 101, 100};
    private static final InstructionPosition POSITION = InstructionPosition.inner(2, 1);

    private Map<Address, LandedTransaction.TokenBalance> accounts = HashMap.empty();

    @Test
    void theSystemProgramsTransfersMoveSol() {
        assertEquals(sol(7), of(SystemProgram.ID, laid(12, data -> data.putInt(2).putLong(7)), FROM, TO));
        assertEquals(
                sol(-1),
                of(
                        SystemProgram.ID,
                        laid(4 + 8 + 8 + 4 + 32, data -> data.putInt(11).putLong(-1).putLong(4).put(SEED)),
                        FROM,
                        BASE,
                        TO));
    }

    @Test
    void aNewAccountReceivesLamportsFromItsPayer() {
        assertEquals(
                sol(7), of(SystemProgram.ID, laid(52, data -> data.putInt(0).putLong(7).putLong(165)), FROM, TO));
        assertEquals(
                sol(7),
                of(
                        SystemProgram.ID,
                        laid(4 + 32 + 8 + 4 + 8 + 8 + 32, data -> data.putInt(3)
                                .put(BASE.toArray())
                                .putLong(4)
                                .put(SEED)
                                .putLong(7)),
                        FROM,
                        TO,
                        BASE));
    }

    @Test
    void withdrawalsFromANonceComeFromTheNonce() {
        assertEquals(sol(7), of(SystemProgram.ID, laid(12, data -> data.putInt(5).putLong(7)), FROM, TO, BASE));
    }

    @Test
    void extraBytesAndAccountsAreIgnoredAsByTheProgram() {
        assertEquals(
                sol(7), of(SystemProgram.ID, laid(20, data -> data.putInt(2).putLong(7)), FROM, TO, REFERENCE, BASE));
        hold();
        assertEquals(
                tokens(Standard.SPL_TOKEN, 7),
                of(
                        TokenProgram.TOKEN.id(),
                        laid(12, data -> data.put((byte) 12).putLong(7).put((byte) 6)),
                        SOURCE,
                        MINT,
                        DESTINATION,
                        FROM,
                        REFERENCE));
    }

    @Test
    void tokensGoFromOwnerToOwner() {
        hold();
        Bytes plain = laid(9, data -> data.put((byte) 3).putLong(7));
        Bytes checked = laid(10, data -> data.put((byte) 12).putLong(7).put((byte) 6));
        assertEquals(tokens(Standard.SPL_TOKEN, 7), of(TokenProgram.TOKEN.id(), plain, SOURCE, DESTINATION, BASE));
        assertEquals(
                tokens(Standard.SPL_TOKEN, 7), of(TokenProgram.TOKEN.id(), checked, SOURCE, MINT, DESTINATION, BASE));
        assertEquals(
                tokens(Standard.TOKEN_2022, 7),
                of(TokenProgram.TOKEN_2022.id(), checked, SOURCE, MINT, DESTINATION, BASE));
    }

    @Test
    void aTransferFeeIsPartOfTheAmount() {
        hold();
        Bytes withFee = laid(
                19, data -> data.put((byte) 26).put((byte) 1).putLong(100).put((byte) 6).putLong(3));
        assertEquals(
                tokens(Standard.TOKEN_2022, 100),
                of(TokenProgram.TOKEN_2022.id(), withFee, SOURCE, MINT, DESTINATION, BASE));
        assertEquals(Array.empty(), of(TokenProgram.TOKEN.id(), withFee, SOURCE, MINT, DESTINATION, BASE));
    }

    @Test
    void anAccountWithAnUnknownOwnerStandsForItself() {
        Bytes plain = laid(9, data -> data.put((byte) 3).putLong(7));
        assertEquals(Array.empty(), of(TokenProgram.TOKEN.id(), plain, SOURCE, DESTINATION, BASE));
        accounts = HashMap.of(SOURCE, held(FROM));
        assertEquals(
                Array.of(DESTINATION),
                of(TokenProgram.TOKEN.id(), plain, SOURCE, DESTINATION, BASE).map(Movement::to));
        accounts = HashMap.of(DESTINATION, held(TO));
        assertEquals(
                Array.of(SOURCE),
                of(TokenProgram.TOKEN.id(), plain, SOURCE, DESTINATION, BASE).map(Movement::from));
    }

    @Test
    void zeroAmountsAreNoMovements() {
        hold();
        assertEquals(Array.empty(), of(SystemProgram.ID, laid(12, data -> data.putInt(2)), FROM, TO));
        assertEquals(
                Array.empty(),
                of(TokenProgram.TOKEN.id(), laid(9, data -> data.put((byte) 3)), SOURCE, DESTINATION, BASE));
    }

    @Test
    void otherAndMalformedInstructionsMoveNothing() {
        hold();
        Address foreign = address(9);
        assertEquals(Array.empty(), of(foreign, laid(12, data -> data.putInt(2).putLong(7)), FROM, TO));
        for (int tag = 0; tag < 256; tag++) {
            int number = tag;
            boolean moves = Array.of(0, 2, 3, 5, 11).contains(tag);
            Array<Movement> system = of(SystemProgram.ID, laid(60, data -> data.putInt(number).putLong(7)), FROM, BASE, TO);
            assertEquals(moves && tag != 3, system.nonEmpty(), "system instruction " + tag);
            boolean token = tag == 3 || tag == 12;
            assertEquals(
                    token,
                    of(TokenProgram.TOKEN.id(), laid(60, data -> data.put((byte) number).putLong(7)), SOURCE, MINT, DESTINATION, BASE)
                            .nonEmpty(),
                    "token instruction " + tag);
        }
        Bytes whole = laid(12, data -> data.putInt(2).putLong(7));
        for (int length = 0; length < whole.length(); length++) {
            assertEquals(Array.empty(), of(SystemProgram.ID, Bytes.of(whole.toArray(), 0, length), FROM, TO));
        }
        assertEquals(Array.empty(), of(SystemProgram.ID, whole, FROM));
        for (long seed : new long[] {-1, Long.MIN_VALUE, 33, 1L << 32}) {
            Bytes spoiled = laid(120, data -> data.putInt(3).put(BASE.toArray()).putLong(seed).putLong(7));
            assertEquals(Array.empty(), of(SystemProgram.ID, spoiled, FROM, TO));
        }
    }

    @Test
    void eachInstructionMovesItsOwn() {
        RanInstruction first = ran(InstructionPosition.outer(0), 1);
        RanInstruction second = ran(InstructionPosition.inner(0, 0), 2);
        Array<Movement> moved = Movements.of(landed(Array.of(first, second)));
        assertEquals(Array.of(first.position(), second.position()), moved.map(Movement::position));
        assertEquals(Array.of(BaseUnits.of(1), BaseUnits.of(2)), moved.map(Movement::amount));
    }

    private static RanInstruction ran(InstructionPosition position, long lamports) {
        return new RanInstruction(position, SystemProgram.transfer(FROM, TO, BaseUnits.of(lamports)));
    }

    private void hold() {
        accounts = HashMap.of(SOURCE, held(FROM), DESTINATION, held(TO));
    }

    private static LandedTransaction.TokenBalance held(Address owner) {
        return new LandedTransaction.TokenBalance(MINT, owner, TokenProgram.TOKEN.id(), 6, BaseUnits.of(100));
    }

    private Array<Movement> of(Address program, Bytes data, Address... named) {
        Instruction instruction =
                new Instruction(program, Array.of(named).map(AccountMeta::writable), data);
        return Movements.of(landed(Array.of(new RanInstruction(POSITION, instruction))));
    }

    private LandedTransaction landed(Array<RanInstruction> ran) {
        return new LandedTransaction(Array.of(Signature.EMPTY), Bytes.EMPTY, 1, Option.none(), Option.none(), ran, new Balances(HashMap.empty(), accounts), Balances.NONE);
    }

    private static Array<Movement> sol(long lamports) {
        return Array.of(new Movement(
                POSITION, new Token.Sol(), Standard.NATIVE, 9, FROM, TO, BaseUnits.ofUnsignedBits(lamports)));
    }

    private static Array<Movement> tokens(Standard standard, long amount) {
        return Array.of(new Movement(
                POSITION, new Token.Mint(MINT), standard, 6, FROM, TO, BaseUnits.ofUnsignedBits(amount)));
    }

    private static Bytes laid(int length, Consumer<ByteBuffer> writer) {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        writer.accept(buffer);
        return Bytes.of(buffer.array());
    }

    private static Address address(int number) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        Arrays.fill(bytes, (byte) number);
        return Address.of(bytes);
    }
}
