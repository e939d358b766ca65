package dev.mandate.solana.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.AddressKind;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.domain.review.MoneyReceiver.Form;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Letters stand for accounts: V is the vault, R the receiver; A, B and C are others. */
class MoneyReceiversTest {

    private static final String SYSTEM = "11111111111111111111111111111111";
    private static final String TOKENS = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

    private static final SolanaFormat FORMAT = new SolanaFormat();

    @ParameterizedTest
    @CsvSource({
        SYSTEM + ", 02000000, VR",
        SYSTEM + ", 050000007777, ARBCV",
        SYSTEM + ", 0b000000, AVR",
        "Stake11111111111111111111111111111111111111, 04000000, ARBCV",
        "Vote111111111111111111111111111111111111111, 03000000, ARV",
        "BPFLoaderUpgradeab1e11111111111111111111111, 05000000, ARV",
        "BPFLoaderUpgradeab1e11111111111111111111111, 03000000, ABCRABV",
        "LoaderV411111111111111111111111111111111111, 02000000, AVR",
        "AddressLookupTab1e1111111111111111111111111, 04000000, AVR",
        TOKENS + ", 09, ARV",
        TOKENS + ", 26, ARBV",
        TOKENS + ", 2d, ARV"
    })
    void lamports(String program, String data, String accounts) {
        assertEquals(paid(Form.LAMPORTS), receivers(program, data, accounts));
        assertEquals(Array.empty(), receivers(program, data, accounts.replace('V', 'C')));
    }

    @ParameterizedTest
    @CsvSource({
        "03, ARV", "07, ARV", "0e, ARV", "0c, ABRV", "0c7777, ABRCV", "1a01, ABRV", "1a02, ARV", "1a03, ARVB", "1b07, ABRV", "1b0d, ABRV",
        "2501, ARBV", "2502, ARBV"
    })
    void tokens(String data, String accounts) {
        assertEquals(paid(Form.TOKENS), receivers(TOKENS, data, accounts));
        assertEquals(Array.empty(), receivers(TOKENS, data, accounts.replace('V', 'C')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "01"})
    void theOwnerOfANewTokenAccount(String data) {
        assertEquals(paid(Form.TO_WALLET), receivers("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL", data, "ABRC"));
    }

    @ParameterizedTest
    @CsvSource({SYSTEM + ", 00000000, VR", SYSTEM + ", 04000000, ABV", SYSTEM + ", '', VR", TOKENS + ", '', ARV", TOKENS + ", 04, ARV"})
    void nobodyByOthers(String program, String data, String accounts) {
        assertEquals(Array.empty(), receivers(program, data, accounts));
    }

    @Test
    void thoseOfABatch() {
        assertEquals(
                Array.of(new MoneyReceiver(0, address('R'), Form.TOKENS), new MoneyReceiver(0, address('B'), Form.LAMPORTS)),
                receivers(TOKENS, "ff" + "030103" + "030109", "ARVABV"));
    }

    @Test
    void anAccountIsKnownByItsOwnerAndItsData() {
        Bytes mint = new MintAccount(Option.none(), BaseUnits.ZERO, 0, Option.none(), Bytes.EMPTY).encode();
        Bytes tokens = TokenAccount.of(address('A'), address('B'), BaseUnits.ZERO).encode();
        Address wrapped = Address.of("So11111111111111111111111111111111111111112");
        Address token = TokenProgram.TOKEN.id();

        assertEquals(AddressKind.MINT, kind(token, mint, false));
        assertEquals(AddressKind.TOKEN_ACCOUNT, kind(token, tokens, false));
        assertEquals(AddressKind.TOKEN_ACCOUNT, kind(token, Bytes.of(new byte[355]), false));
        assertEquals(
                AddressKind.WRAPPED_SOL_ACCOUNT, kind(token, TokenAccount.of(wrapped, address('B'), BaseUnits.ZERO).encode(), false));
        assertEquals(AddressKind.PROGRAM, kind(address('A'), Bytes.EMPTY, true));
        assertEquals(AddressKind.PROGRAM, kind(Address.of("BPFLoaderUpgradeab1e11111111111111111111111"), Bytes.EMPTY, false));
        assertEquals(AddressKind.SYSVAR, kind(Address.of("Sysvar1111111111111111111111111111111111111"), Bytes.EMPTY, false));
        assertEquals(AddressKind.OTHER, kind(Address.ZERO, Bytes.EMPTY, false));
    }

    @Test
    void wellKnownAddressesNeedNoRead() {
        assertEquals(Option.some(AddressKind.PROGRAM), FORMAT.wellKnown(Address.ZERO));
        assertEquals(Option.some(AddressKind.PROGRAM), FORMAT.wellKnown(TokenProgram.TOKEN.id()));
        assertEquals(Option.some(AddressKind.SYSVAR), FORMAT.wellKnown(Address.of("SysvarC1ock11111111111111111111111111111111")));
        assertEquals(Option.none(), FORMAT.wellKnown(address('A')));
    }

    private static AddressKind kind(Address owner, Bytes data, boolean executable) {
        return FORMAT.kind(new AccountData(BaseUnits.of(1), owner, data, executable));
    }

    private static Array<MoneyReceiver> paid(Form form) {
        return Array.of(new MoneyReceiver(0, address('R'), form));
    }

    private static Array<MoneyReceiver> receivers(String program, String data, String accounts) {
        return FORMAT.receivers(
                address('V'),
                Array.of(new Instruction(
                        Address.of(program),
                        Array.ofAll(accounts.toCharArray()).map(letter -> AccountMeta.writable(address(letter))),
                        Bytes.ofHex(data))));
    }

    private static Address address(char letter) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        bytes[0] = (byte) letter;
        return Address.of(bytes);
    }
}
