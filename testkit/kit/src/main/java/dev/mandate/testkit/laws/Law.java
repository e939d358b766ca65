package dev.mandate.testkit.laws;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** A property that holds for every correct implementation of the rules. {@code docs/laws.md} lists all of them. A failure tells id and sentence. */
@Documented
@AddLifecycleHook(NamedLaw.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Law {

    /** A name that stays: subject and number, as {@code threshold-1}. */
    String id();

    /** The law, in one sentence. */
    String says();

    /** The rule of the program, or the sentence of an interface, that it follows from. */
    String source();

    /** What it quantifies over. */
    String forAll();
}
