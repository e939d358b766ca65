package dev.mandate.solana.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.GiveawayWarning.Code;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Letters stand for accounts: V is the vault; A, B and C are others. */
@NullMarked
class GiveawayWarningsTest {

    private static final Address VAULT = address('V');

    @ParameterizedTest
    @CsvSource({
        "00000000, AV", "01000000, V", "03000000, AV", "08000000, V", "09000000, AV", "0a000000, AV", "01000000ff, VAB",
        "0d000000, V", "0d000000, VA"
    })
    void theVaultByTheSystemProgram(String data, String accounts) {
        assertGiven(Code.GIVES_AWAY_VAULT, VAULT, call(SystemProgram.ID, data, accounts));
    }

    @ParameterizedTest
    @CsvSource({"00000000, VA", "0d000000, AV", "02000000, VA", "01000000, AV", "010000, V", "'', V"})
    void notTheVaultByTheSystemProgram(String data, String accounts) {
        assertEquals(Array.empty(), given(call(SystemProgram.ID, data, accounts)));
    }

    @ParameterizedTest
    @EnumSource(TokenProgram.class)
    void tokensByEitherTokenProgram(TokenProgram program) {
        Address a = address('A');
        assertGiven(Code.APPROVES_DELEGATE, a, call(program.id(), "04", "ABV"));
        assertGiven(Code.APPROVES_DELEGATE, a, call(program.id(), "0d", "ABCV"));
        assertGiven(Code.GIVES_AWAY_TOKEN_AUTHORITY, a, call(program.id(), "06", "AV"));
        assertGiven(Code.CLOSES_TOKEN_ACCOUNT_ELSEWHERE, a, call(program.id(), "09", "ABV"));
        // Additional bytes and accounts, and a multisignature account for which the vault signs.
        assertGiven(Code.GIVES_AWAY_TOKEN_AUTHORITY, a, call(program.id(), "0602017777", "AVBC"));
        assertGiven(Code.GIVES_AWAY_TOKEN_AUTHORITY, a, call(program.id(), "06", "ABV"));
        for (Instruction harmless : Array.of(
                call(program.id(), "09", "AVV"),
                call(program.id(), "04", "ABC"),
                call(program.id(), "03", "ABV"),
                call(program.id(), "", "ABV"),
                call(address('C'), "04", "ABV"))) {
            assertEquals(Array.empty(), given(harmless));
        }
    }

    @Test
    void giveawaysWithinABatchAreFound() {
        // Two instructions: a transfer with three accounts and one byte, then an approval with three accounts and two bytes.
        Instruction batch = call(TokenProgram.TOKEN.id(), "ff" + "030103" + "03020400", "ABVCBV");

        assertGiven(Code.APPROVES_DELEGATE, address('C'), batch);
        assertEquals(Array.empty(), given(call(TokenProgram.TOKEN.id(), "ff0309", "ABV")));
    }

    private static void assertGiven(Code code, Address account, Instruction instruction) {
        assertEquals(Array.of(new GiveawayWarning(code, 0, account)), given(instruction));
    }

    private static Array<GiveawayWarning> given(Instruction instruction) {
        return new SolanaFormat().warnings(VAULT, Array.of(instruction));
    }

    private static Instruction call(Address program, String data, String accounts) {
        return new Instruction(
                program,
                Array.ofAll(accounts.toCharArray()).map(letter -> AccountMeta.writable(address(letter))),
                Bytes.ofHex(data));
    }

    private static Address address(char letter) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        bytes[0] = (byte) letter;
        return Address.of(bytes);
    }
}
