package dev.mandate.simulator.squads.anchor;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import io.vavr.control.Option;
import java.util.function.Function;

/** Reads the arguments after an instruction's discriminator. Bytes after the arguments are ignored. */
public final class Arguments {

    private static final int DISCRIMINATOR_LENGTH = 8;

    private Arguments() {}

    private record WithMemo<T>(T arguments, Option<String> memo) {}

    public static <T> T read(Bytes data, Function<ByteReader, T> reader) {
        ByteReader in =
                new ByteReader(data.slice(DISCRIMINATOR_LENGTH, data.length() - DISCRIMINATOR_LENGTH));
        T arguments = reader.apply(in);
        return in.finishPrefix(arguments).getOrElseThrow(problem -> AnchorCode.INSTRUCTION_DID_NOT_DESERIALIZE.abort());
    }

    /** Reads arguments and a memo, which must be well-formed and is then ignored. */
    public static <T> T readWithMemo(Bytes data, Function<ByteReader, T> reader) {
        return read(data, in -> new WithMemo<>(reader.apply(in), in.option(ByteReader::string)))
                .arguments();
    }

    /** Requires that the arguments are a memo. */
    public static void requireMemo(Bytes data) {
        boolean unused = read(data, in -> in.option(ByteReader::string)).isDefined();
    }
}
