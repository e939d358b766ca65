package dev.mandate.engine.simulation;

import dev.mandate.engine.faults.Crash;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.function.Supplier;

/** A run of an instance. It may die at any call of a port, or another instance has a turn there. Once dead, it reaches no port any more. */
final class SimulatedProcess {

    /** What happens at the calls of ports during a step. */
    record Fate(int crashAt, int otherAt, Runnable other) {

        static final Fate NONE = new Fate(-1, -1, () -> {});
    }

    private Fate fate = Fate.NONE;
    private int calls;
    private boolean isDead;

    /** From now on calls are counted from 0. */
    void begin(Fate next) {
        fate = next;
        calls = 0;
    }

    boolean isDead() {
        return isDead;
    }

    /** Called around each call of a port whose moment matters. */
    void moment() {
        requireAlive();
        int call = calls++;
        if (call == fate.crashAt()) {
            isDead = true;
        }
        requireAlive();
        if (call == fate.otherAt()) {
            fate.other().run();
        }
    }

    private void requireAlive() {
        if (isDead) {
            throw new Crash();
        }
    }

    /** The port as this process reaches it, where only the named calls have their moments. */
    <T> T reaching(Class<T> port, Supplier<? extends T> target, String... moments) {
        Set<String> named = Set.of(moments);
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
            boolean isMoment = named.contains(method.getName());
            if (isMoment) {
                moment();
            } else {
                requireAlive();
            }
            try {
                Object result = method.invoke(target.get(), arguments);
                if (isMoment) {
                    moment();
                }
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
