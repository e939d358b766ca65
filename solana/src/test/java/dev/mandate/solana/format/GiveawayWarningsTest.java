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
import org.junit.jupiter.params.provider.ValueSource;

/** Letters stand for accounts: V is the vault; A, B and C are others. */
@NullMarked
class GiveawayWarningsTest {

    private static final Address VAULT = address('V');
    private static final Address LOADER = Address.of("BPFLoaderUpgradeab1e11111111111111111111111");
    private static final Address LOADER_4 = Address.of("LoaderV411111111111111111111111111111111111");
    private static final Address STAKE = Address.of("Stake11111111111111111111111111111111111111");
    private static final Address VOTE = Address.of("Vote111111111111111111111111111111111111111");
    private static final Address TABLES = Address.of("AddressLookupTab1e1111111111111111111111111");

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

    @ParameterizedTest
    @EnumSource(TokenProgram.class)
    void lamportsOfATokenAccountByEitherTokenProgram(TokenProgram program) {
        for (String number : Array.of("09", "26", "2d")) {
            assertGiven(Code.CLOSES_TOKEN_ACCOUNT_ELSEWHERE, address('A'), call(program.id(), number + "00", "ABVC"));
            assertEquals(Array.empty(), given(call(program.id(), number, "AVV")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"d7e4a6e45464567b", "a1695801edddd8cb"})
    void authoritiesOfMetadataAndGroups(String number) {
        assertGiven(Code.GIVES_AWAY_TOKEN_AUTHORITY, address('A'), call(TokenProgram.TOKEN_2022.id(), number + key('B'), "AV"));
        assertEquals(Array.empty(), given(call(TokenProgram.TOKEN_2022.id(), number + key('V'), "AV")));
        assertEquals(Array.empty(), given(call(TokenProgram.TOKEN_2022.id(), number.substring(0, 14) + "00" + key('B'), "AV")));
    }

    @ParameterizedTest
    @CsvSource({
        // SetAuthority to another one, or to nobody; the checked form; a program closed, and a buffer.
        "04000000, AVB", "04000000, AV", "07000000, AVB", "05000000, AVVC", "05000000, ABV", "040000007777, AVBC"
    })
    void aProgramByItsLoader(String data, String accounts) {
        assertGiven(Code.GIVES_AWAY_PROGRAM, address('A'), call(LOADER, data, accounts));
    }

    @ParameterizedTest
    @CsvSource({"04000000, AVV", "04000000, ABV", "05000000, AVV", "03000000, ABCABCV", "040000, AV"})
    void notAProgramByItsLoader(String data, String accounts) {
        assertEquals(Array.empty(), given(call(LOADER, data, accounts)));
    }

    @ParameterizedTest
    @CsvSource({"02000000, AVB", "05000000, AVB", "06000000, AVB"})
    void aProgramByTheLoaderOfVersion4(String data, String accounts) {
        assertGiven(Code.GIVES_AWAY_PROGRAM, address('A'), call(LOADER_4, data, accounts));
    }

    @Test
    void theWithdrawerOfAStake() {
        String withdrawer = "01000000";
        String staker = "00000000";
        for (Instruction given : Array.of(
                call(STAKE, "01000000" + key('B') + withdrawer, "ACV"),
                call(STAKE, "08000000" + key('B') + withdrawer + "77", "AVC"),
                call(STAKE, "0a000000" + withdrawer, "ACVB"),
                call(STAKE, "0b000000" + withdrawer + "77", "AVCB"),
                call(STAKE, "06000000000000", "AV"),
                call(STAKE, "0c000000000000", "AV"))) {
            assertGiven(Code.GIVES_AWAY_STAKE, address('A'), given);
        }
        for (Instruction harmless : Array.of(
                call(STAKE, "01000000" + key('B') + staker, "ACV"),
                call(STAKE, "01000000" + key('V') + withdrawer, "ACV"),
                call(STAKE, "0a000000" + staker, "ACVB"),
                call(STAKE, "0a000000" + withdrawer, "ACVV"),
                call(STAKE, "01000000" + key('B') + withdrawer, "ACB"),
                call(STAKE, "02000000", "ABCCCV"))) {
            assertEquals(Array.empty(), given(harmless));
        }
    }

    @Test
    void theWithdrawerOfAVoteAccount() {
        String withdrawer = "01000000";
        for (Instruction given : Array.of(
                call(VOTE, "01000000" + key('B') + withdrawer, "ACV"),
                call(VOTE, "07000000" + withdrawer, "ACVB"),
                call(VOTE, "0a000000" + withdrawer + "77", "ACV"),
                call(VOTE, "0b000000" + withdrawer + "77", "ACVB"))) {
            assertGiven(Code.GIVES_AWAY_STAKE, address('A'), given);
        }
        assertEquals(Array.empty(), given(call(VOTE, "01000000" + key('B') + "00000000", "ACV")));
        assertEquals(Array.empty(), given(call(VOTE, "02000000", "ACV")));
    }

    @Test
    void aNonceAndALookupTable() {
        assertGiven(Code.GIVES_AWAY_NONCE, address('A'), call(SystemProgram.ID, "07000000" + key('B'), "AV"));
        assertEquals(Array.empty(), given(call(SystemProgram.ID, "07000000" + key('V'), "AV")));
        assertGiven(Code.GIVES_AWAY_LOOKUP_TABLE, address('A'), call(TABLES, "01000000", "AV"));
        assertGiven(Code.GIVES_AWAY_LOOKUP_TABLE, address('A'), call(TABLES, "04000000", "AVB"));
        assertEquals(Array.empty(), given(call(TABLES, "04000000", "AVV")));
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

    private static String key(char letter) {
        return Bytes.of(address(letter).toArray()).toHex();
    }

    private static Address address(char letter) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        bytes[0] = (byte) letter;
        return Address.of(bytes);
    }
}
