package dev.mandate.testkit.node.junit;

import dev.mandate.testkit.node.faults.WireFault;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test that has a parameter of type {@link dev.mandate.testkit.node.SolanaTestNode} a new node, and closes it afterwards. On a method it counts
 * before the one of the class. A node that a {@code @BeforeAll} method takes is that of all tests of the class.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SolanaNodeExtension.class)
public @interface SolanaNode {

    /** The faults that requests over HTTP meet; none unless named. */
    WireFault[] faults() default {};

    /** How many of 100 requests meet a fault. */
    int percent() default 20;

    /** Decides which ones; the same for the same seed and the same requests. */
    long seed() default 1;
}
