package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmitRequest;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A null that a host passes is reported where it is passed, by the name of its parameter. */
class NullArgumentsTest {

    /** What hosts make. */
    private static final Array<Class<?>> REQUESTS = Array.of(
            BuildRequest.class, BuildOptions.class, SettingsEdit.class, Proposable.class, Authority.class, Retry.class, IdempotencyKey.class,
            SignatureGiven.class, SubmitRequest.class);

    private interface Call {
        Object with(@Nullable Object[] arguments) throws ReflectiveOperationException;
    }

    @Test
    void aPartOfARequest() {
        Array<Class<?>> records = REQUESTS.flatMap(NullArgumentsTest::records);
        Array<String> wrong = records.flatMap(type -> Array.of(type.getDeclaredConstructors()))
                .filter(made -> Modifier.isPublic(made.getModifiers()))
                .flatMap(made -> wrong(made, arguments -> made.newInstance(arguments)));

        assertTrue(records.length() > 30, records.toString());
        assertEquals(Array.empty(), wrong);
    }

    @Test
    void anArgumentOfTheEngine() {
        CustodyEngine engine = (CustodyEngine) new EngineFixture().custody;

        assertEquals(Array.empty(), methods(Custody.class).flatMap(method -> wrong(method, arguments -> method.invoke(engine, arguments))));
    }

    @Test
    void aPartOfAnEngine() {
        Array<String> ofOne = methods(CustodyEngine.Builder.class)
                .flatMap(method -> wrong(method, arguments -> method.invoke(CustodyEngine.builder(), arguments)));
        Array<String> ofSeveral =
                methods(Engines.Builder.class).flatMap(method -> wrong(method, arguments -> method.invoke(Engines.builder(), arguments)));

        assertEquals(Array.empty(), ofOne.appendAll(ofSeveral));
    }

    private static Array<Class<?>> records(Class<?> type) {
        return type.isRecord() ? Array.of(type) : Array.of(type.getPermittedSubclasses()).flatMap(NullArgumentsTest::records);
    }

    private static Array<Method> methods(Class<?> type) {
        return Array.of(type.getDeclaredMethods()).filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
    }

    /** Each parameter whose null is not reported by its name. */
    private static Array<String> wrong(Executable executable, Call call) {
        Array<Parameter> parameters = Array.of(executable.getParameters());
        return Array.range(0, parameters.length())
                .reject(index -> parameters.get(index).getType().isPrimitive())
                .flatMap(index -> {
                    @Nullable Object[] arguments = parameters.map(parameter -> any(parameter.getType())).toJavaArray();
                    arguments[index] = null;
                    String told = told(call, arguments);
                    String name = parameters.get(index).getName();
                    return Option.when(!told.equals(name), () -> executable + ": null for " + name + " is reported as " + told);
                });
    }

    private static String told(Call call, @Nullable Object[] arguments) {
        try {
            return "no exception: " + call.with(arguments);
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof NullPointerException missing ? Objects.toString(missing.getMessage()) : Objects.toString(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An object of a type that nothing is asked of: what is null is reported before. */
    private static Object any(Class<?> type) {
        if (type.isPrimitive()) {
            return type == boolean.class ? (Object) false : type == int.class ? (Object) 1 : (Object) 1L;
        }
        if (type == Iterable.class) {
            return List.of();
        }
        if (type == OptionalLong.class) {
            return OptionalLong.empty();
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type.isSealed()) {
            return any(type.getPermittedSubclasses()[0]);
        }
        return type.isInterface()
                ? Proxy.newProxyInstance(type.getClassLoader() == null ? NullArgumentsTest.class.getClassLoader() : type.getClassLoader(),
                        new Class<?>[] {type}, (proxy, method, arguments) -> {
                            throw new IllegalStateException(method + " was called");
                        })
                : unmade(type);
    }

    /** Made without its constructor, which would take arguments of its own. */
    private static Object unmade(Class<?> type) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            var field = unsafe.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return unsafe.getMethod("allocateInstance", Class.class).invoke(field.get(null), type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
