package dev.mandate.app;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Matches classes that use floating point: in a field, a signature, a constant, a call or a local computation. It reads the
 * instructions, because a local double leaves no trace in a class's declarations.
 */
final class FloatingPointCode extends ArchCondition<JavaClass> {

    FloatingPointCode() {
        super("use floating point");
    }

    @Override
    public void check(JavaClass item, ConditionEvents events) {
        try (InputStream in = item.getSource().orElseThrow().getUri().toURL().openStream()) {
            new ClassReader(in).accept(new Finder(item, events), ClassReader.SKIP_DEBUG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFloating(Type type) {
        return switch (type.getSort()) {
            case Type.FLOAT, Type.DOUBLE -> true;
            case Type.ARRAY -> isFloating(type.getElementType());
            case Type.OBJECT -> type.getClassName().equals("java.lang.Float")
                    || type.getClassName().equals("java.lang.Double");
            case Type.METHOD -> {
                boolean any = isFloating(type.getReturnType());
                for (Type argument : type.getArgumentTypes()) {
                    any |= isFloating(argument);
                }
                yield any;
            }
            default -> false;
        };
    }

    private static final class Finder extends ClassVisitor {

        private final JavaClass item;
        private final ConditionEvents events;

        Finder(JavaClass item, ConditionEvents events) {
            super(Opcodes.ASM9);
            this.item = item;
            this.events = events;
        }

        private void found(String where, boolean floating) {
            if (floating) {
                events.add(SimpleConditionEvent.satisfied(item, item.getName() + " uses floating point in " + where));
            }
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
            found(name, isFloating(Type.getType(descriptor)));
            return null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            found(name, isFloating(Type.getMethodType(descriptor)));
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String called, String calledDescriptor, boolean isInterface) {
                    found(name, isFloating(Type.getMethodType(calledDescriptor)));
                }

                @Override
                public void visitLdcInsn(Object value) {
                    found(name, value instanceof Float || value instanceof Double);
                }

                @Override
                public void visitInsn(int opcode) {
                    found(name, switch (opcode) {
                        case Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2, Opcodes.DCONST_0, Opcodes.DCONST_1,
                                Opcodes.I2F, Opcodes.I2D, Opcodes.L2F, Opcodes.L2D -> true;
                        default -> false;
                    });
                }
            };
        }
    }
}
