package dev.mandate.ports.fault;

/**
 * Messages for what a parser or a library throws while it reads foreign bytes. An adapter catches {@link RuntimeException} and {@link
 * StackOverflowError} where it reads them, and answers a fault with this text.
 */
public final class ThrownFault {

    private ThrownFault() {}

    /**
     * One line, such as {@code NegativeArraySizeException in CborReader.readMap}. The message of {@code thrown} is left out: libraries quote
     * their input in it, and an input may hold a secret.
     */
    public static String text(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return thrown.getClass().getSimpleName()
                + (trace.length == 0 ? "" : " in " + simple(trace[0].getClassName()) + "." + trace[0].getMethodName());
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
