package dev.mandate.conformance.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** The scripts of the interface. */
class ScriptLibraryTest {

    private static final Array<Script> SCRIPTS = ScriptLibrary.load(name -> true).getOrElseThrow(problems -> new AssertionError(problems.mkString("\n")));

    @Test
    void everyScriptIsRead() {
        assertTrue(SCRIPTS.size() >= 200, () -> "only " + SCRIPTS.size());
    }

    @Test
    void aNameIsASentenceWithDashesInTheFolderOfItsGroup() {
        assertEquals(Array.empty(), SCRIPTS.map(Script::name).reject(name -> name.matches("[a-z0-9-]+/[a-z0-9]+(-[a-z0-9]+){2,}")));
    }

    @Test
    void aPromiseIsASentenceThatNoOtherScriptMakes() {
        assertEquals(Array.empty(), SCRIPTS.map(Script::promise).reject(promise -> promise.matches("[\\p{L}/].*\\.")));
        assertEquals(
                Array.empty(),
                SCRIPTS.groupBy(script -> script.group() + ": " + script.promise()).filter((promise, all) -> all.size() > 1).keySet().toArray());
    }

    /** A shared account serves other scripts too. */
    @Test
    void aScriptThatSubmitsHasAnAccountOfItsOwn() {
        assertEquals(
                Array.empty(),
                SCRIPTS.filter(script -> script.steps().exists(Step.Submit.class::isInstance))
                        .filter(script -> script.conditions().exists(condition ->
                                condition instanceof Condition.Account account && account.sharing() == Condition.Sharing.SHARED))
                        .map(Script::name));
    }
}
