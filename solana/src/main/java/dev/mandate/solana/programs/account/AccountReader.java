package dev.mandate.solana.programs.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Reads little-endian fields one after the other; the first tag that is unknown is kept, and told at the end. */
final class AccountReader {

    private final ByteBuffer data;
    private @Nullable AccountProblem problem;

    AccountReader(Bytes data) {
        this.data = ByteBuffer.wrap(data.toArray()).order(ByteOrder.LITTLE_ENDIAN);
    }

    int u8() {
        return data.get() & 0xff;
    }

    /** A tag of one byte, of which those up to {@code max} are known. */
    int tagU8(int max) {
        int offset = data.position();
        return known(offset, u8(), max);
    }

    /** A tag of four bytes, of which those up to {@code max} are known. */
    int tagU32(int max) {
        int offset = data.position();
        return known(offset, Integer.toUnsignedLong(data.getInt()), max);
    }

    long u64() {
        return data.getLong();
    }

    BaseUnits amount() {
        return BaseUnits.ofUnsignedBits(u64());
    }

    Address address() {
        byte[] bytes = new byte[Bytes32.LENGTH];
        data.get(bytes);
        return Address.of(bytes);
    }

    /** An address after a four-byte tag; its room is there in any case, and may hold anything where there is none. */
    Option<Address> optionalAddress() {
        boolean present = tagU32(1) == 1;
        Address address = address();
        return present ? Option.some(address) : Option.none();
    }

    /** An amount after a four-byte tag, as {@link #optionalAddress}. */
    Option<BaseUnits> optionalAmount() {
        boolean present = tagU32(1) == 1;
        BaseUnits amount = amount();
        return present ? Option.some(amount) : Option.none();
    }

    void skip(int bytes) {
        data.position(data.position() + bytes);
    }

    /** What was read, unless a tag was unknown. */
    <T> Either<AccountProblem, T> read(T account) {
        return problem == null ? Either.right(account) : Either.left(problem);
    }

    private int known(int offset, long tag, int max) {
        if (tag <= max) {
            return (int) tag;
        }
        if (problem == null) {
            problem = new AccountProblem.UnknownTag(offset, tag);
        }
        return 0;
    }
}
