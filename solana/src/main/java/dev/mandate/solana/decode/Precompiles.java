package dev.mandate.solana.decode;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.explain.DescribedInstruction.Decoded;
import dev.mandate.domain.explain.DescribedInstruction.Kind;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ByteReader;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The programs that verify signatures. They verify what they name, in their own instruction or in another one, and move nothing. Another program of
 * the transaction may rely on them. Source: {@code SignatureOffsets} of each.
 *
 * @param name the usual name
 * @param keyBytes the length of a key, or of an Ethereum address
 * @param padded whether a byte follows the number of signatures
 * @param wide whether the number of an instruction takes two bytes
 */
record Precompiles(String name, int keyBytes, boolean padded, boolean wide) {

    static final Address ED25519 = Address.of("Ed25519SigVerify111111111111111111111111111");
    static final Address SECP256K1 = Address.of("KeccakSecp256k11111111111111111111111111111");
    static final Address SECP256R1 = Address.of("Secp256r1SigVerify1111111111111111111111111");

    /** In Ed25519 and secp256r1 the number of an instruction that means the same one. */
    private static final int SAME = 0xffff;

    static Option<Precompiles> at(Address program) {
        return program.equals(ED25519)
                ? Option.some(new Precompiles("ed25519", 32, true, true))
                : program.equals(SECP256K1)
                        ? Option.some(new Precompiles("secp256k1", 20, false, false))
                        : Option.when(program.equals(SECP256R1), () -> new Precompiles("secp256r1", 33, true, true));
    }

    Either<String, Decoded> read(Instruction instruction) {
        ByteReader in = new ByteReader(instruction.data());
        int count = in.u8();
        in.skip(padded ? 1 : 0);
        Array<Field> checks = Array.range(0, count).map(number -> new Field("signature_" + number, check(in, instruction.data())));
        return in.finishPrefix(checks)
                .mapLeft(problem -> "its list of signatures is malformed")
                .map(fields -> new Decoded(
                        instruction.program(),
                        name,
                        "verify_signatures",
                        Array.of(new Field("count", new FieldValue.Count(BaseUnits.of(count))), new Field("data", new FieldValue.Raw(instruction.data())))
                                .appendAll(fields),
                        Array.empty(),
                        Array.empty(),
                        Kind.OTHER,
                        "Verifies " + count + " signature" + (count == 1 ? "" : "s") + " (" + name + ")"
                                + fields.map(field -> Sentences.text(field.value())).mkString(": ", "; ", "."),
                        Array.empty()));
    }

    private FieldValue check(ByteReader in, Bytes data) {
        int unusedSignature = in.u16();
        int unusedSignatureAt = instruction(in);
        int key = in.u16();
        int keyAt = instruction(in);
        int message = in.u16();
        int length = in.u16();
        int messageAt = instruction(in);
        return new FieldValue.Group(Array.of(
                new Field("key", part(data, key, keyBytes, keyAt)), new Field("message", part(data, message, length, messageAt))));
    }

    private int instruction(ByteReader in) {
        return wide ? in.u16() : in.u8();
    }

    /** Bytes of this instruction, or the place where they are. secp256k1 has no word for the same instruction. */
    private FieldValue part(Bytes data, int offset, int length, int instruction) {
        boolean here = wide && instruction == SAME && offset + length <= data.length();
        return here
                ? new FieldValue.Text(data.slice(offset, length).toHex())
                : new FieldValue.Text("instruction_" + instruction + "_from_" + offset + "_to_" + (offset + length));
    }
}
