package encore.command.loginsettings;

import encore.command.StaffNames;
import encore.infra.eventstore.Dispatch;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsCommand.ReadLoginSettings;
import encore.kernel.loginsettings.LoginSettingsId;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The tags, custom fields and props that the login settings of an account reserve for staff. */
@Component
class StaffNamesOfLoginSettings implements StaffNames.Source {

    @Override
    public StaffNames of(long account, Dispatch dispatch) {
        LoginSettings settings = dispatch.send(new ReadLoginSettings(new LoginSettingsId(account)));
        return new StaffNames(
                each(settings.staffTagIds()),
                Set.of(),
                each(settings.staffFieldKeys()),
                each(settings.staffPropNames()));
    }

    private static <T> Set<T> each(@Nullable Collection<T> names) {
        return names == null ? Set.of() : Set.copyOf(names);
    }
}
