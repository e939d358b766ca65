package dev.mandate.testkit.laws;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testkit.laws.review.ReviewLaws;
import io.vavr.collection.Array;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;

/** {@code docs/laws.md} lists every law. {@code -Dlaws.write} rewrites its table. */
class LawsDocumentTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "laws.md");
    private static final String BEGIN = "<!-- generated: laws -->\n";
    private static final String END = "<!-- end -->\n";

    /** The subjects, in the order of the page. */
    private static final Array<Class<?>> SUBJECTS = Array.of(
            ThresholdLaws.class,
            PermissionLaws.class,
            TimeLockLaws.class,
            StalenessLaws.class,
            AdminLaws.class,
            SpendingLimitLaws.class,
            LifeCycleLaws.class,
            ProgressLaws.class,
            CreationLaws.class,
            DecisionLaws.class,
            RefusalLaws.class,
            VoterLaws.class,
            ForecastLaws.class,
            ReviewLaws.class,
            SubmissionLaws.class,
            EmailIdentityLaws.class);

    private static Array<Law> laws(Class<?> subject) {
        return Array.of(subject.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Law.class))
                .map(method -> method.getAnnotation(Law.class))
                .sortBy(law -> Integer.parseInt(law.id().substring(law.id().lastIndexOf('-') + 1)));
    }

    private static String table() {
        return SUBJECTS.map(subject -> laws(subject)
                        .map(law -> "| %s | %s | %s | %s |\n".formatted(law.id(), law.says(), law.forAll(), law.source()))
                        .mkString("\n### `" + subject.getSimpleName() + "`\n\n| law | says | for all | source |\n|---|---|---|---|\n", "", ""))
                .mkString("", "", "\n");
    }

    @Test
    void thePageListsEveryLaw() throws IOException {
        String page = Files.readString(PAGE);
        String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String expected = before + table() + page.substring(page.indexOf(END));
        if (System.getProperty("laws.write") != null) {
            Files.writeString(PAGE, expected);
        }
        assertEquals(expected, Files.readString(PAGE), "docs/laws.md is out of date: run this test with -Dlaws.write");
    }

    @Test
    void everyLawIsOfASubjectAndHasAnIdOfItsOwn() {
        Array<String> ids = SUBJECTS.flatMap(LawsDocumentTest::laws).map(Law::id);
        assertEquals(ids.distinct(), ids);
        long annotated = ReflectionSupport.findAllClassesInPackage(
                        Law.class.getPackageName(), type -> true, name -> true)
                .stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter((Method method) -> method.isAnnotationPresent(Law.class))
                .count();
        assertEquals(ids.size(), annotated);
    }

    @Test
    void everyLawThatAVerifiedPropertyIsMappedToExists() throws IOException {
        String page = Files.readString(PAGE);
        Array<String> ids = SUBJECTS.flatMap(LawsDocumentTest::laws).map(Law::id);
        String unknown = Pattern.compile("\\b(?:[a-z]+-)+\\d+\\b")
                .matcher(page.substring(page.indexOf(END)).replaceAll("`[^`]*`", ""))
                .results()
                .map(MatchResult::group)
                .filter(id -> !ids.contains(id))
                .collect(joining(", "));
        assertTrue(unknown.isEmpty(), unknown);
    }
}
