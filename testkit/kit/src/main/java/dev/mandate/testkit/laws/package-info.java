/**
 * The laws of the rules, for engineers who implement or change them. {@link dev.mandate.testkit.laws.SmartAccountLaws} holds for every
 * implementation, {@link dev.mandate.testkit.laws.SmartAccountDeciderLaws} also judges events and refusals. They compare the answers with
 * an independent record of the accepted commands. jqwik and JUnit are optional dependencies of this module: add them.
 */
@NullMarked
package dev.mandate.testkit.laws;

import org.jspecify.annotations.NullMarked;
