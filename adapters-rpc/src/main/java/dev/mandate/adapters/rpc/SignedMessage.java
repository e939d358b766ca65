package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageHeader;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A landed transaction of any version, as far as its effects need it.
 *
 * @param id the first signature
 * @param bytes the signed message
 * @param keys the addresses in the message itself
 */
record SignedMessage(Signature id, Bytes bytes, MessageHeader header, Array<Address> keys, Array<CompiledInstruction> instructions) {

    private static final int VERSION_1 = 129;
    /** The bits of the config mask that are defined; each set one stands for four bytes. */
    private static final int CONFIG_BITS = 0b1_1111;

    /** Reads {@code transaction}; none if it is no transaction of a known version. */
    static Option<SignedMessage> read(Bytes transaction) {
        boolean first = transaction.length() > 0 && Byte.toUnsignedInt(transaction.at(0)) == VERSION_1;
        return first ? version1(transaction) : WireTransaction.parse(transaction).toOption().map(SignedMessage::of);
    }

    private static SignedMessage of(WireTransaction transaction) {
        CompiledMessage message = transaction.message();
        return new SignedMessage(
                transaction.signatures().head(),
                message.serialize(),
                message.header(),
                message.staticKeys().toArray(),
                message.instructions().toArray());
    }

    private record Sizes(int program, int accounts, int data) {}

    /** The layout of SIMD-0385: the message, and behind it the signatures. */
    private static Option<SignedMessage> version1(Bytes transaction) {
        ByteReader in = new ByteReader(transaction);
        in.skip(1);
        MessageHeader header = new MessageHeader(in.u8(), in.u8(), in.u8());
        int config = (int) in.u32();
        in.skip(Bytes32.LENGTH);
        int instructions = in.u8();
        Array<Address> keys = in.list(in.u8(), Bytes32.LENGTH, ByteReader::address);
        in.skip(Integer.BYTES * Integer.bitCount(config));
        Array<CompiledInstruction> compiled = in.list(instructions, 4, each -> new Sizes(each.u8(), each.u8(), each.u16()))
                .map(sizes -> new CompiledInstruction(sizes.program(), in.bytes(sizes.accounts()), in.bytes(sizes.data())));
        int length = in.offset();
        Array<Signature> signatures =
                in.list(header.requiredSignatures(), Signature.LENGTH, each -> new Signature(each.bytes(Signature.LENGTH)));
        return in.finish(signatures)
                .toOption()
                .flatMap(Array::headOption)
                .filter(id -> (config & ~CONFIG_BITS) == 0)
                .map(id -> new SignedMessage(id, transaction.slice(0, length), header, keys, compiled));
    }
}
