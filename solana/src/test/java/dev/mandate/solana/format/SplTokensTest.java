package dev.mandate.solana.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.TransferFee;
import dev.mandate.ports.spi.program.TokenFormat.Holding;
import dev.mandate.ports.spi.program.TokenFormat.MintFacts;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Mints and associated token accounts as the npm libraries create them. */
@NullMarked
class SplTokensTest {

    private static final Address MINT = TokenProgram.TOKEN_2022.id();

    private final SplTokens tokens = new SplTokens();

    @Test
    void anAccountIsWhereTheLibraryDerivesItAndMadeAsTheLibraryMakesIt() {
        int compared = 0;
        for (JsonNode vector : Vectors.read("web3-programs.json", "instructions")) {
            if (vector.path("kind").asString().equals("associated.createIdempotent")) {
                Address owner = Vectors.address(vector, "owner");
                MintFacts mint = new MintFacts(
                        Vectors.address(vector, "mint"),
                        TokenProgram.valueOf(vector.path("tokenProgram").asString())
                                .id(),
                        6);
                assertEquals(Vectors.address(vector, "account"), tokens.accountOf(owner, mint));
                assertEquals(
                        Vectors.bytes(vector, "data"),
                        tokens.createAccount(Vectors.address(vector, "payer"), owner, mint)
                                .data());
                compared++;
            }
        }
        assertTrue(compared > 1);
    }

    @Test
    void aMintOfEitherProgramIsReadAndOfNoOther() {
        for (JsonNode vector : Vectors.read("web3-programs.json", "accounts")) {
            if (vector.path("kind").asString().equals("mint")) {
                Bytes data = Vectors.bytes(vector, "data");
                int decimals = vector.path("decimals").asInt();
                for (TokenProgram program : TokenProgram.values()) {
                    assertEquals(
                            Either.right(new MintFacts(MINT, program.id(), decimals)),
                            tokens.readMint(MINT, owned(program.id(), data)));
                }
                assertEquals(
                        new FoundAccount.Foreign(Address.ZERO),
                        tokens.query(MINT).answer(Option.some(owned(Address.ZERO, data))));
            }
        }
    }

    @Test
    void aTokenAccountIsNoMint() {
        for (JsonNode vector : Vectors.read("web3-programs.json", "accounts")) {
            if (vector.path("kind").asString().equals("token")) {
                assertInstanceOf(
                        LayoutProblem.Unreadable.class,
                        tokens.readMint(MINT, owned(TokenProgram.TOKEN.id(), Vectors.bytes(vector, "data")))
                                .getLeft());
            }
        }
    }

    @Test
    void onlyTokenAccountCreationIsRecognizedAsSuch() {
        MintFacts mint = new MintFacts(MINT, TokenProgram.TOKEN.id(), 6);
        Instruction creation = tokens.createAccount(Address.ZERO, MINT, mint);
        assertTrue(tokens.isAccountCreation(creation));
        Instruction elsewhere = new Instruction(
                creation.program(),
                creation.accounts().toArray().update(1, AccountMeta.writable(MINT)),
                creation.data());
        assertFalse(tokens.isAccountCreation(elsewhere), "not where the owner's account is");
        assertFalse(tokens.isAccountCreation(
                new Instruction(TokenProgram.TOKEN.id(), creation.accounts(), creation.data())));
        assertFalse(tokens.isAccountCreation(
                new Instruction(creation.program(), creation.accounts(), Bytes.of((byte) 2))));
    }

    @Test
    void aHoldingNamesItsOwnerAndIsFoundByIt() {
        TokenAccount held = TokenAccount.of(MINT, Address.ZERO, BaseUnits.of(5));
        for (Address program : tokens.programs()) {
            assertEquals(
                    Either.right(new Holding(MINT, Address.ZERO, BaseUnits.of(5))),
                    tokens.readHolding(owned(program, held.encode())));
        }
        DataMatch match = tokens.heldBy(Address.ZERO).get(0);
        assertEquals(
                match.bytes(), Bytes.of(held.encode().toArray(), match.offset(), match.bytes().length()));
    }

    /** The sizes that the real programs allocate. The last mint has all four extensions that its token accounts must answer. */
    @ParameterizedTest
    @CsvSource({
        "TOKEN, '', 165",
        "TOKEN_2022, '', 170",
        "TOKEN_2022, 0300 2000 A, 170",
        "TOKEN_2022, 0100 6c00 A A Q Q Q 0000 Q Q 0000, 182",
        "TOKEN_2022, 0900 0000, 174",
        "TOKEN_2022, 0e00 4000 A A, 175",
        "TOKEN_2022, 1a00 2100 A 00, 174",
        "TOKEN_2022, 0100 6c00 A A Q Q Q 0000 Q Q 0000 0900 0000 0e00 4000 A A 1a00 2100 A 00, 195"
    })
    void anAccountTakesTheBytesOfTheExtensionsThatTheMintRequires(TokenProgram program, String extensions, int length) {
        assertEquals(Either.right(length), tokens.accountLength(owned(program.id(), mint(extensions))));
    }

    @Test
    void anAccountOfAnotherProgramIsABrokenInvariant() {
        assertThrows(IllegalArgumentException.class, () -> tokens.accountLength(owned(Address.ZERO, mint(""))));
    }

    /** Fees of 50 and 20 hundredths of a per cent, of at most 5 and 9. */
    @Test
    void aTransferFeeIsTheGreaterOfTheOneSoFarAndTheOneToCome() {
        String config = "0100 6c00 A A Q Q 0500000000000000 3200 Q 0900000000000000 1400";
        assertEquals(
                Option.some(new TransferFee(50, BaseUnits.of(9))),
                tokens.transferFee(owned(TokenProgram.TOKEN_2022.id(), mint(config))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0300 2000 A", "0100 6c00 A A Q Q Q 0000 Q Q 0000", "0100 0200 3200"})
    void aMintWithoutOneWithholdsNothing(String extensions) {
        assertEquals(Option.none(), tokens.transferFee(owned(TokenProgram.TOKEN_2022.id(), mint(extensions))));
    }

    private static Bytes mint(String extensions) {
        String hex = extensions.replace("A", "07".repeat(32)).replace("Q", "00".repeat(8)).replace(" ", "");
        return new MintAccount(Option.none(), BaseUnits.of(1_000), 6, Option.none(), Bytes.ofHex(hex)).encode();
    }

    private static AccountData owned(Address owner, Bytes data) {
        return new AccountData(BaseUnits.of(1), owner, data, false);
    }
}
