package dev.mandate.testkit.laws;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Begins the message of a broken law with its id and its sentence. */
final class NamedLaw implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        PropertyExecutionResult result = property.execute();
        Law law = context.findAnnotation(Law.class).orElseThrow();
        return result.status() == PropertyExecutionResult.Status.FAILED
                ? result.throwable()
                        .map(why -> result.mapToFailed(new AssertionError(law.id() + ": " + law.says() + "\n" + why, why)))
                        .orElse(result)
                : result;
    }
}
