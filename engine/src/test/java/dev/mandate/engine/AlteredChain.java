package dev.mandate.engine;

import dev.mandate.ports.spi.chain.Chain;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A chain that notes which methods are called, and answers one of them in another way. */
public final class AlteredChain {

    private final Chain behind;
    private final String method;
    private final Function<Object[], Object> answer;
    private final List<String> calls = new ArrayList<>();

    /** @param answer of {@code method}, from its arguments */
    public AlteredChain(Chain behind, String method, Function<Object[], Object> answer) {
        this.behind = behind;
        this.method = method;
        this.answer = answer;
    }

    public Chain chain() {
        return (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, called, arguments) -> {
            calls.add(called.getName());
            if (called.getName().equals("agreeing")) {
                return proxy;
            }
            try {
                return called.getName().equals(method) ? answer.apply(arguments) : called.invoke(behind, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    public int calls(String of) {
        return (int) calls.stream().filter(of::equals).count();
    }
}
