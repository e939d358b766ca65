package dev.mandate.solana.programs.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ReadProblem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.NullMarked;

/** Edge cases of account data. {@link ProgramAccountVectorsTest} compares it with the libraries. */
@NullMarked
class AccountLayoutProperties {

    private static final Address ANYONE = Address.of(new byte[] {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32
    });

    @Property
    void decodedAccountsEncodeAndDecodeToThemselves(@ForAll("plausible") byte[] content) {
        Bytes data = Bytes.of(content);
        MintAccount.decode(data).forEach(read -> assertEquals(Either.right(read), MintAccount.decode(read.encode())));
        TokenAccount.decode(data).forEach(read -> assertEquals(Either.right(read), TokenAccount.decode(read.encode())));
        NonceAccount.decode(data).forEach(read -> assertEquals(data, read.encode()));
        LookupTableAccount.decode(data)
                .forEach(read -> assertEquals(Either.right(read), LookupTableAccount.decode(read.encode())));
    }

    /** Lengths that some layout has; mostly zeros and ones, so that tags are often valid. */
    @Provide
    Arbitrary<byte[]> plausible() {
        Arbitrary<Byte> contents = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.of((byte) 0)),
                Tuple.of(3, Arbitraries.of((byte) 1)),
                Tuple.of(1, Arbitraries.bytes()));
        return Arbitraries.of(0, 55, 56, 80, 82, 88, 165, 166, 168, 355)
                .flatMap(length -> contents.array(byte[].class).ofSize(length));
    }

    @Property
    void dataOfTheRightLengthWithAnyTagsIsReadOrRefused(
            @ForAll @Size(165) byte[] content, @ForAll @ByteRange(max = 3) byte tag, @ForAll @ByteRange(max = 3) byte state) {
        content[72] = tag;
        content[73] = 0;
        content[74] = 0;
        content[75] = 0;
        content[108] = state;
        content[109] = 0;
        content[110] = 0;
        content[111] = 0;
        content[112] = 0;
        content[129] = 1;
        content[130] = 0;
        content[131] = 0;
        content[132] = 0;
        Either<AccountProblem, TokenAccount> read = TokenAccount.decode(Bytes.of(content));
        if (tag > 1) {
            assertEquals(Either.left(new AccountProblem.Malformed(new ReadProblem.UnknownTag(72, tag, 1))), read);
        } else if (state > 2) {
            assertEquals(Either.left(new AccountProblem.Malformed(new ReadProblem.UnknownTag(108, state, 2))), read);
        } else if (state == 0) {
            assertEquals(Either.left(new AccountProblem.NotInitialized()), read);
        } else {
            assertEquals(read, TokenAccount.decode(read.get().encode()));
        }
    }

    @Property
    void extensionsAreKeptAsTheyAre(@ForAll @Size(min = 1, max = 150) byte[] extensions) {
        MintAccount mint =
                new MintAccount(Option.some(ANYONE), BaseUnits.MAX, 255, Option.none(), Bytes.of(extensions));
        assertEquals(Either.right(mint), MintAccount.decode(mint.encode()));
        TokenAccount plain = TokenAccount.of(ANYONE, ANYONE, BaseUnits.of(7));
        TokenAccount account = new TokenAccount(
                plain.mint(),
                plain.owner(),
                plain.amount(),
                plain.delegate(),
                plain.state(),
                plain.nativeReserve(),
                plain.delegatedAmount(),
                plain.closeAuthority(),
                Bytes.of(extensions));
        assertEquals(Either.right(account), TokenAccount.decode(account.encode()));
    }

    @Example
    void aMintWithExtensionsIsNoTokenAccountNorTheOtherWayRound() {
        MintAccount mint =
                new MintAccount(Option.none(), BaseUnits.ZERO, 6, Option.none(), Bytes.of((byte) 1, (byte) 2));
        assertEquals(
                Either.left(new AccountProblem.WrongLength(168, TokenAccount.LENGTH)),
                TokenAccount.decode(mint.encode()));
        assertEquals(
                Either.left(new AccountProblem.WrongLength(165, MintAccount.LENGTH)),
                MintAccount.decode(TokenAccount.of(ANYONE, ANYONE, BaseUnits.ZERO).encode()));
    }

    @Example
    void roomWithNothingInItIsNotInitialized() {
        assertEquals(Either.left(new AccountProblem.NotInitialized()), MintAccount.decode(zeros(82)));
        assertEquals(Either.left(new AccountProblem.NotInitialized()), TokenAccount.decode(zeros(165)));
        assertEquals(Either.left(new AccountProblem.NotInitialized()), NonceAccount.decode(zeros(80)));
        assertEquals(Either.left(new AccountProblem.NotInitialized()), LookupTableAccount.decode(zeros(56)));
    }

    @Example
    void entriesOfTheCurrentSlotAreUsableFromTheNextOn() {
        LookupTableAccount table = new LookupTableAccount(
                LookupTableAccount.NEVER, 100, 1, Option.none(), Array.of(Address.ZERO, ANYONE));
        assertEquals(Array.of(Address.ZERO), table.usableAfter(99, ANYONE).entries());
        assertEquals(Array.of(Address.ZERO, ANYONE), table.usableAfter(100, ANYONE).entries());
    }

    @Property
    void aTableIsAsLongAsItsEntriesMakeIt(@ForAll @IntRange(max = 256) int entries) {
        LookupTableAccount table = new LookupTableAccount(
                LookupTableAccount.NEVER, 100, 1, Option.none(), Array.fill(entries, () -> ANYONE));
        assertEquals(table.encode().length(), LookupTableAccount.length(entries));
    }

    @Example
    void noTableHasMoreThan256EntriesOrFewerThanNone() {
        assertThrows(IllegalArgumentException.class, () -> LookupTableAccount.length(257));
        assertThrows(IllegalArgumentException.class, () -> LookupTableAccount.length(-1));
    }

    private static Bytes zeros(int length) {
        return Bytes.of(new byte[length]);
    }
}
