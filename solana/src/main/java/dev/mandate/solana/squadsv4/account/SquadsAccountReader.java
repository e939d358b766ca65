package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import io.vavr.control.Either;
import java.util.function.Function;

/** Decodes the parts that all kinds of accounts share. */
final class SquadsAccountReader {

    private SquadsAccountReader() {}

    static Either<SquadsAccountProblem, AccountType> typeOf(Bytes data) {
        return typeOf(data, new ByteReader(data));
    }

    /** Reads the fields as the program does: it ignores bytes that follow. */
    static <T> Either<SquadsAccountProblem, T> read(Bytes data, AccountType expected, Function<ByteReader, T> fields) {
        ByteReader in = new ByteReader(data);
        return typeOf(data, in)
                .flatMap(actual -> actual == expected
                        ? in.finishPrefix(fields.apply(in))
                                .mapLeft(cause -> new SquadsAccountProblem.BadFields(expected, cause))
                        : Either.left(new SquadsAccountProblem.OtherType(expected, actual)));
    }

    private static Either<SquadsAccountProblem, AccountType> typeOf(Bytes data, ByteReader in) {
        if (data.length() < Long.BYTES) {
            return Either.left(new SquadsAccountProblem.NoDiscriminator(data.length()));
        }
        return AccountType.of(in.discriminator())
                .toEither(() -> new SquadsAccountProblem.UnknownDiscriminator(data.slice(0, Long.BYTES)));
    }
}
