package dev.mandate.samples.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The public signatures of the artifacts that are API are those of the checked-in lists. */
class PublicSignaturesTest {

    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

    /** Rewrite them: {@code ./mvnw -pl samples/documentation -am test -Dtest=PublicSignaturesTest -Dmandate.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false}. */
    @ParameterizedTest
    @ValueSource(strings = {"domain", "ports", "engine", "testkit"})
    void signaturesAreThoseOfTheList(String part) throws Exception {
        Path list = DocumentedPage.ROOT.resolve("docs/api/" + part + ".txt");
        TreeMap<String, List<String>> types = new TreeMap<>();
        for (String name : classes("dev/mandate/" + part)) {
            Class<?> type = Class.forName(name, false, getClass().getClassLoader());
            if (isPublic(type)) {
                types.put(type.getName(), described(type));
            }
        }
        List<String> text = types.values().stream().flatMap(List::stream).toList();
        if (Boolean.getBoolean("mandate.rewrite")) {
            Files.write(list, text);
        }
        assertEquals(
                String.join("\n", Files.readAllLines(list)),
                String.join("\n", text),
                "a change of API: see docs/stability.md");
    }

    private static TreeSet<String> classes(String folder) throws IOException {
        TreeSet<String> found = new TreeSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            for (String file : TypeIndex.names(Path.of(entry))) {
                if (!entry.matches(".*[/\\\\](test|test-classes)[/\\\\]?") && file.startsWith(folder + "/")
                        && file.matches(".*/[A-Z][\\w$]*\\.class") && !file.matches("dev/mandate/(engine/(build|plan|query)|testkit/node/(methods|notices))/.*")) {
                    found.add(file.substring(0, file.length() - ".class".length()).replace('/', '.'));
                }
            }
        }
        return found;
    }

    private static boolean isPublic(Class<?> type) {
        return isVisible(type.getModifiers())
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static List<String> described(Class<?> type) {
        TreeSet<String> members = new TreeSet<>();
        Stream.of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                .flatMap(Arrays::<Member>stream)
                .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
                .filter(member -> !(member instanceof Method method && OF_EVERY_OBJECT.contains(method.getName())))
                .filter(member -> !isAccessor(type, member))
                .forEach(member -> members.add("    " + shortened(generic(member))));
        List<String> lines = new ArrayList<>();
        lines.add(type.getPackageName() + ": " + shortened(type.toGenericString() + components(type) + supertypes(type) + permitted(type)));
        lines.addAll(members);
        return lines;
    }

    /** Its record's header says it. */
    private static boolean isAccessor(Class<?> type, Member member) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents()).map(RecordComponent::getAccessor).anyMatch(member::equals);
    }

    private static String generic(Member member) {
        return switch (member) {
            case Executable executable -> executable.toGenericString();
            case Field field -> field.toGenericString();
            default -> throw new IllegalStateException(member.toString());
        };
    }

    private static String components(Class<?> type) {
        return !type.isRecord()
                ? ""
                : Arrays.stream(type.getRecordComponents())
                        .map(one -> one.getGenericType().getTypeName() + " " + one.getName())
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String supertypes(Class<?> type) {
        return Stream.concat(Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()))
                .map(Type::getTypeName)
                .filter(name -> !Set.of("java.lang.Object", "java.lang.Record").contains(name) && !name.startsWith("java.lang.Enum"))
                .collect(Collectors.collectingAndThen(Collectors.joining(", "), all -> all.isEmpty() ? "" : " : " + all));
    }

    private static String permitted(Class<?> type) {
        return !type.isSealed() || type.isEnum()
                ? ""
                : Arrays.stream(type.getPermittedSubclasses())
                        .map(one -> one.getName().substring(one.getName().lastIndexOf('.') + 1))
                        .sorted()
                        .collect(Collectors.joining(", ", " permits ", ""));
    }

    /** Without packages: no two types of Mandate share a simple name. */
    private static String shortened(String signature) {
        return signature.replaceAll("\\b(java\\.lang|io\\.vavr\\.(collection|control)|dev\\.mandate(\\.[a-z0-9]+)+)\\.(?=[A-Z])", "");
    }
}
