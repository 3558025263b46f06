package encore.kernel.signups;

import encore.kernel.Command;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityId;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.Profile;
import encore.kernel.likings.NamedIdol;
import encore.kernel.publicnames.PublicTitleId;
import org.jspecify.annotations.Nullable;

/** The commands of sign-ups. */
public sealed interface SignupCommand extends Command<RecordedActivity> {

    /**
     * Signs a fan up (spec 1, 4: POST /v1/sessions/signup and wifi_fans): finds or registers the fan of the contacts,
     * records what the call gives, and an activity when a campaign or a title is named. The answer has an activity_id
     * only when an activity was made.
     *
     * @param fan the id for a new fan, generated before the command
     * @param consent opt-ins to businesses
     * @param idol null for none; its uid is for a new idol, which only a call with the secret makes
     * @param titleId the stream of a new title, generated before the command
     * @param withSecret whether the call brought the secret and is the customer's
     */
    record SignUp(
            FanId fan,
            Profile profile,
            Consent consent,
            FieldsAndTags particulars,
            @Nullable NamedIdol idol,
            @Nullable Entry entry,
            PublicTitleId titleId,
            boolean withSecret)
            implements SignupCommand {

        @Override
        public FanId stream() {
            return fan;
        }
    }

    /**
     * The activity of a sign-up.
     *
     * @param pageTabId the campaign; goes before the title. Null when the title stands for it
     * @param title the name of a campaign or any other title; null when the campaign is given by its id
     * @param titleParameter the wire name of the parameter of the title
     * @param isUnique whether no activity is made for a fan who has one in the campaign
     */
    record Entry(
            ActivityId activity,
            @Nullable Long pageTabId,
            @Nullable String title,
            String titleParameter,
            boolean isUnique,
            ActivityDetails details) {}
}
