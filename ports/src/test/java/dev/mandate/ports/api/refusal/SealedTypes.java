package dev.mandate.ports.api.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds which types of sealed families were exercised. */
final class SealedTypes {

    private SealedTypes() {}

    /** Fails unless a value of every type of {@code family} stands among {@code values}, itself or within one. */
    static void assertAllExercised(Class<?> family, Stream<?> values) {
        Set<String> exercised = values.flatMap(SealedTypes::within)
                .filter(family::isInstance)
                .map(value -> value.getClass().getName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(names(family), exercised, family.getName());
    }

    private static Set<String> names(Class<?> family) {
        return leaves(family).map(Class::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        Class<?>[] permitted = type.getPermittedSubclasses();
        return permitted == null ? Stream.of(type) : Arrays.stream(permitted).flatMap(SealedTypes::leaves);
    }

    private static Stream<Object> within(Object value) {
        if (value instanceof io.vavr.collection.Traversable<?> many) {
            return many.toJavaStream().flatMap(SealedTypes::within);
        }
        if (!value.getClass().isRecord() || !value.getClass().getName().startsWith("dev.mandate.")) {
            return Stream.empty();
        }
        return Stream.concat(
                Stream.of(value),
                Arrays.stream(value.getClass().getRecordComponents())
                        .map(component -> read(component, value))
                        .flatMap(SealedTypes::within));
    }

    private static Object read(RecordComponent component, Object value) {
        try {
            return component.getAccessor().invoke(value);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
