package dev.mandate.solana.programs.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes little-endian fields one after the other, to data of a known length; what is not written stays zero. */
final class AccountWriter {

    private final byte[] written;
    private final ByteBuffer data;

    AccountWriter(int length) {
        written = new byte[length];
        data = ByteBuffer.wrap(written).order(ByteOrder.LITTLE_ENDIAN);
    }

    AccountWriter u8(int value) {
        data.put((byte) value);
        return this;
    }

    AccountWriter u32(int value) {
        data.putInt(value);
        return this;
    }

    AccountWriter u64(long value) {
        data.putLong(value);
        return this;
    }

    AccountWriter amount(BaseUnits amount) {
        return u64(amount.bits());
    }

    AccountWriter address(Address address) {
        data.put(address.toArray());
        return this;
    }

    AccountWriter optionalAddress(Option<Address> address) {
        return u32(address.isDefined() ? 1 : 0).address(address.getOrElse(Address.ZERO));
    }

    AccountWriter optionalAmount(Option<BaseUnits> amount) {
        return u32(amount.isDefined() ? 1 : 0).amount(amount.getOrElse(BaseUnits.ZERO));
    }

    AccountWriter bytesAt(int offset, Bytes bytes) {
        bytes.copyTo(written, offset);
        return this;
    }

    Bytes written() {
        return Bytes.of(written);
    }
}
