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
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.DataMatch;
import dev.mandate.ports.chain.FoundAccount;
import dev.mandate.ports.program.LayoutProblem;
import dev.mandate.ports.program.TokenFormat.Holding;
import dev.mandate.ports.program.TokenFormat.MintFacts;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
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
    void theMakingOfATokenAccountIsToldFromEverythingElse() {
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
    void aHoldingSaysWhoseItIsAndIsFoundByThat() {
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

    /** The sizes that the real programs allocate for a mint without extensions. */
    @Test
    void anAccountTakes165BytesAnd170WithToken2022() {
        assertEquals(165, tokens.accountLength(new MintFacts(MINT, TokenProgram.TOKEN.id(), 6)));
        assertEquals(170, tokens.accountLength(new MintFacts(MINT, TokenProgram.TOKEN_2022.id(), 6)));
    }

    @Test
    void factsOfAnotherProgramAreABrokenInvariant() {
        MintFacts foreign = new MintFacts(MINT, Address.ZERO, 6);
        assertThrows(IllegalArgumentException.class, () -> tokens.accountLength(foreign));
    }

    private static AccountData owned(Address owner, Bytes data) {
        return new AccountData(BaseUnits.of(1), owner, data, false);
    }
}
