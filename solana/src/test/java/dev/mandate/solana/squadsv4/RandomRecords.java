package dev.mandate.solana.squadsv4;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.jspecify.annotations.NullMarked;

/** Generates random records of the codec, with every number within its width, and mutated bytes. */
@NullMarked
public final class RandomRecords {

    private static final Set<String> U16 = Set.of("threshold", "newThreshold", "finalBufferSize");
    private static final Set<String> U32 = Set.of("timeLock", "newTimeLock");
    private static final List<String> TEXTS = List.of("", "memo", "für Zoë: 支払い 🧾", "\u0000", "a\u202eb\n");

    private RandomRecords() {}

    /** Generates a record of a sealed family. */
    public static <T> Arbitrary<T> of(Class<T> sealed) {
        return Arbitraries.randomValue(random -> next(sealed, random));
    }

    /** Returns a random record of a sealed family. */
    public static <T> T next(Class<T> sealed, Random random) {
        List<Class<? extends T>> leaves = Records.leaves(sealed);
        return record(leaves.get(random.nextInt(leaves.size())), random);
    }

    /** Generates a value of one record type. */
    public static <T> Arbitrary<T> ofRecord(Class<T> type) {
        return Arbitraries.randomValue(random -> record(type, random));
    }

    /** Returns a copy with one to three bytes changed, inserted or removed, or with its end cut off. */
    public static Bytes mutate(Bytes original, Random random) {
        byte[] bytes = original.toArray();
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            int at = random.nextInt(bytes.length + 1);
            bytes = switch (random.nextInt(5)) {
                case 0 -> splice(bytes, at, at, (byte) random.nextInt());
                case 1 -> splice(bytes, at, Math.min(at + 1, bytes.length));
                case 2 -> splice(bytes, at, bytes.length);
                // Small values make valid tags and lengths, large ones hostile lengths.
                case 3 -> splice(bytes, at, Math.min(at + 1, bytes.length), (byte) random.nextInt(8));
                default -> splice(bytes, at, Math.min(at + 1, bytes.length), (byte) random.nextInt());
            };
        }
        return Bytes.of(bytes);
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte... replacement) {
        byte[] result = new byte[bytes.length - (to - from) + replacement.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(replacement, 0, result, from, replacement.length);
        System.arraycopy(bytes, to, result, from + replacement.length, bytes.length - to);
        return result;
    }

    static <T> T record(Class<T> type, Random random) {
        return Records.build(
                type, component -> value(component.getGenericType(), component.getName(), random));
    }

    private static Object value(Type type, String name, Random random) {
        if (type instanceof ParameterizedType generic) {
            Type element = generic.getActualTypeArguments()[0];
            return generic.getRawType() == Option.class
                    ? Option.when(random.nextBoolean(), () -> value(element, name, random))
                    : Array.ofAll(Stream.generate(() -> value(element, name, random))
                            .limit(random.nextInt(4))
                            .toList());
        }
        if (!(type instanceof Class<?> raw)) {
            throw new AssertionError(type.toString());
        }
        if (raw == int.class) {
            return random.nextInt(U16.contains(name) ? 1 << 16 : 1 << 8);
        }
        if (raw == long.class) {
            return U32.contains(name) ? Integer.toUnsignedLong(random.nextInt()) : random.nextLong();
        }
        if (raw == boolean.class) {
            return random.nextBoolean();
        }
        if (raw == String.class) {
            return TEXTS.get(random.nextInt(TEXTS.size()));
        }
        if (raw == Bytes.class) {
            return Bytes.of(random(name.equals("reserved") ? 64 : random.nextInt(40), random));
        }
        if (raw == Bytes32.class) {
            return Bytes32.of(random(Bytes32.LENGTH, random));
        }
        if (raw == Address.class) {
            return Address.of(random(Bytes32.LENGTH, random));
        }
        if (raw == AccountMeta.class) {
            return new AccountMeta(
                    Address.of(random(Bytes32.LENGTH, random)), random.nextBoolean(), random.nextBoolean());
        }
        if (raw == BaseUnits.class) {
            return BaseUnits.ofUnsignedBits(random.nextLong());
        }
        if (raw == Threshold.class) {
            return new Threshold(random.nextInt(1 << 16));
        }
        if (raw == TimeLock.class) {
            return new TimeLock(Integer.toUnsignedLong(random.nextInt()));
        }
        if (raw.isEnum()) {
            return raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)];
        }
        if (raw.isSealed()) {
            return next(raw, random);
        }
        return record(raw, random);
    }

    private static byte[] random(int length, Random random) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
