package encore.query.projection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an {@code @EventHandler} that uses no personal data of its event; the handler sees it as null. A version is
 * filled several times as fast when nothing has to be decrypted.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface WithoutPersonalData {}
