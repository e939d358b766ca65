package dev.mandate.solana.decode;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ByteReader;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.Function;

/** How an argument is written. Numbers are little-endian. */
enum ArgumentType {
    U8(in -> count(in.u8())),
    U16(in -> count(in.u16())),
    U32(in -> count(in.u32())),
    U64(in -> new FieldValue.Count(in.amount())),
    I16(in -> new FieldValue.Signed((short) in.u16())),
    I64(in -> new FieldValue.Signed(in.u64())),
    BOOL(in -> new FieldValue.Flag(in.bool())),
    LAMPORTS(in -> new FieldValue.Lamports(in.amount())),
    /** Tokens, of which the layout may name the mint. */
    TOKENS(in -> new FieldValue.TokenUnits(in.amount(), Option.none(), Option.none())),
    ADDRESS(in -> new FieldValue.Key(in.address())),
    /** All zeros are no address. */
    ADDRESS_OR_ZERO(in -> orZero(in.address())),
    /** A byte says whether it follows. */
    OPTIONAL_ADDRESS(in -> optional(in.option(ByteReader::address), FieldValue.Key::new)),
    OPTIONAL_U64(in -> optional(in.option(ByteReader::amount), FieldValue.Count::new)),
    OPTIONAL_I64(in -> optional(in.option(ByteReader::u64), FieldValue.Signed::new)),
    OPTIONAL_TOKENS(in -> optional(in.option(ByteReader::amount), amount -> new FieldValue.TokenUnits(amount, Option.none(), Option.none()))),
    /** A text behind its length in 64 bits, as bincode writes it. */
    SEED(in -> text(in.bytes(in.atMost(in.u64(), Limits.SEED_BYTES)))),
    /** A text behind a byte that says whether it follows, and its length in 32 bits, as Borsh writes it. */
    MEMO(in -> optional(in.option(ByteReader::string), FieldValue.Text::new)),
    /** Bytes behind their number in 64 bits. */
    BYTES(in -> new FieldValue.Raw(in.bytes(in.u64()))),
    /** Bytes behind their number in 32 bits. */
    BYTES_U32(in -> new FieldValue.Raw(in.bytes(in.u32()))),
    /** Addresses behind their number in 64 bits. */
    ADDRESSES(in -> new FieldValue.Many(in.list(in.u64(), Bytes32.LENGTH, ByteReader::address).map(FieldValue.Key::new)));

    private static final class Limits {
        static final int SEED_BYTES = 32;
    }

    /** The function is a lambda without state. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<ByteReader, FieldValue> reader;

    ArgumentType(Function<ByteReader, FieldValue> reader) {
        this.reader = reader;
    }

    FieldValue read(ByteReader in) {
        return reader.apply(in);
    }

    private static FieldValue count(long number) {
        return new FieldValue.Count(BaseUnits.of(number));
    }

    private static FieldValue orZero(Address address) {
        return address.equals(Address.ZERO) ? new FieldValue.Absent() : new FieldValue.Key(address);
    }

    private static <T> FieldValue optional(Option<T> value, Function<T, FieldValue> shown) {
        return value.map(shown).getOrElse(FieldValue.Absent::new);
    }

    /** Bytes that are no text stay bytes. */
    static FieldValue text(Bytes bytes) {
        return Texts.utf8(bytes).<FieldValue>map(FieldValue.Text::new).getOrElse(() -> new FieldValue.Raw(bytes));
    }

    /** A value beyond {@code names} stays a number. */
    static FieldValue named(long number, Array<String> names) {
        return number < names.length() ? new FieldValue.Text(names.get((int) number)) : count(number);
    }
}
