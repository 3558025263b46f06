package encore.kernel.names;

/** Returns the names under which types are stored. */
public final class StoredNames {

    private StoredNames() {}

    /** Returns the value of the type's {@link StoredName}, or its simple name where it has none. */
    public static String of(Class<?> type) {
        StoredName name = type.getAnnotation(StoredName.class);
        return name == null ? type.getSimpleName() : name.value();
    }
}
