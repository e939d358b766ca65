package dev.mandate.testkit.node.junit;

import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.SolanaTestNodeBuilder;
import dev.mandate.testkit.node.faults.FaultPlan;
import io.vavr.collection.Array;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Starts the nodes of {@link SolanaNode}. */
public final class SolanaNodeExtension implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(SolanaNodeExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == SolanaTestNode.class;
    }

    /** The store closes the node when the context ends. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE).computeIfAbsent(SolanaTestNode.class, type -> start(wanted(context)));
    }

    private static SolanaNode wanted(ExtensionContext context) {
        return context.getElement()
                .flatMap(element -> AnnotationSupport.findAnnotation(element, SolanaNode.class))
                .or(() -> AnnotationSupport.findAnnotation(context.getRequiredTestClass(), SolanaNode.class, context.getEnclosingTestClasses()))
                .orElseThrow(() -> new IllegalStateException("no @SolanaNode on " + context.getDisplayName()));
    }

    private static SolanaTestNode start(SolanaNode wanted) {
        SolanaTestNodeBuilder node = SolanaTestNode.builder();
        return wanted.faults().length == 0
                ? node.start()
                : node.faults(FaultPlan.steady(wanted.seed(), Array.of(wanted.faults()), wanted.percent())).start();
    }
}
